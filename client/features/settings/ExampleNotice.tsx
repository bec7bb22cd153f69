import Alert from '@mui/material/Alert';
import { Icon } from '../../ui/Icon';

/** While nobody has changed what a new shop begins with. */
export function ExampleNotice({ kept }: { kept: string }) {
  return (
    <Alert severity="warning" role="note" icon={<Icon name="warn" />} sx={{ width: 1 }}>
      These are examples. Set your own before you sell: {kept}
    </Alert>
  );
}

/** The version of settings that nobody has changed. */
export const exampleVersion = 1;
