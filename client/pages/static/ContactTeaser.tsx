import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { Link } from 'react-router-dom';
import { Passage } from './Passage';

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 2,
  mt: 5.5,
};

export function ContactTeaser() {
  return (
    <Paper variant="sunken" sx={row}>
      <Passage title="Still a question?">Support is there 24/7: real people, any hour.</Passage>
      <Button component={Link} to="/contact" variant="ink">
        Contact us
      </Button>
    </Paper>
  );
}
