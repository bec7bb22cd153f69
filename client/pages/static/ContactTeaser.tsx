import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';

export function ContactTeaser() {
  return (
    <div className="service-question">
      <div>
        <h2>Still a question?</h2>
        <p className="muted">Support is there 24/7: real people, any hour.</p>
      </div>
      <Button component={Link} to="/contact" variant="outlined" className="ink">
        Contact us
      </Button>
    </div>
  );
}
