import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { rem } from '../../theme/typography';
import { Thumbnail } from '../../ui/Thumbnail';
import type { ShopOrderLine } from './shopOrder';

interface Props {
  line: ShopOrderLine;
  detail: string;
  /** The quantity. */
  control?: ReactNode;
  amount?: string;
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 14px',
  alignItems: 'center',
  py: 1.25,
  borderBottom: 1,
  borderColor: 'divider',
} as const;
/** On the narrowest phones the input wraps below it. */
const words = { flex: `1 1 ${rem(96)}`, minWidth: 0, overflowWrap: 'anywhere' } as const;
const sum = { minWidth: rem(72), ml: 'auto', fontVariantNumeric: 'tabular-nums', textAlign: 'right' } as const;

/** A line of the order in the panels that handle its pieces. */
export function OrderLineRow({ line: { id, name, picture }, detail, control, amount }: Props) {
  return (
    <Box component="li" data-line={id} sx={row}>
      <Thumbnail photo={picture ?? undefined} size={56} />
      <Box sx={words}>
        <Typography variant="body2" sx={{ fontWeight: 'fontWeightMedium' }}>
          <bdi>{name}</bdi>
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary">
          {detail}
        </Typography>
      </Box>
      {control}
      {amount !== undefined && (
        <Typography variant="body2" sx={sum}>
          {amount}
        </Typography>
      )}
    </Box>
  );
}
