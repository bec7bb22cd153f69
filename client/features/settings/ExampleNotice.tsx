import Alert from '@mui/material/Alert';
import { Icon } from '../../ui/Icon';

/** While the settings say what a new shop begins with. */
export function ExampleNotice({ kept }: { kept: string }) {
  return (
    <Alert severity="warning" role="note" icon={<Icon name="warn" />} sx={{ width: 1 }}>
      These are examples. Set your own before you sell: {kept}
    </Alert>
  );
}
