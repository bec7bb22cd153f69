import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { rem } from '../theme/typography';

interface Props {
  label: string;
  children: (id: string) => ReactNode;
}

const row = {
  // Large text wraps the control below its label.
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.25,
  minWidth: 0,
  '& > label': { minWidth: { xs: rem(44), sm: 0 } },
  '& > div': { flex: { xs: `1 1 ${rem(140)}`, sm: 'none' }, minWidth: { xs: 0, sm: rem(160) } },
} as const;

/** A control of a toolbar, after its label. */
export function InlineField({ label, children }: Props) {
  const id = useId();
  return (
    <Stack direction="row" sx={row}>
      <Typography variant="caption" component="label" color="textSecondary" htmlFor={id}>
        {label}
      </Typography>
      {children(id)}
    </Stack>
  );
}
