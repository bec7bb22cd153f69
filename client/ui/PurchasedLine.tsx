import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Thumbnail } from './Thumbnail';

interface Props {
  id: string;
  picture: string | null;
  name: ReactNode;
  /** Quantity and unit price. */
  pieces: ReactNode;
  total: string;
  /** The line is not counted in the sums. */
  isOpen?: boolean;
  /** Rendered below it, over the full width. */
  children?: ReactNode;
}

const row = {
  display: 'grid',
  gridTemplateColumns: '52px minmax(0, 1fr) auto',
  gap: '8px 14px',
  alignItems: 'center',
  py: 1.25,
  borderBottom: 1,
  borderColor: 'divider',
} as const;
const price = { fontVariantNumeric: 'tabular-nums', textAlign: 'right' } as const;

/** A product of a cart, a checkout or an order. */
export function PurchasedLine({ id, picture, name, pieces, total, isOpen = false, children }: Props) {
  return (
    <Box component="li" data-line={id} sx={row}>
      <Thumbnail photo={picture ?? undefined} size={52} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2" sx={{ fontWeight: 'fontWeightMedium' }}>
          {name}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary">
          {pieces}
        </Typography>
      </Box>
      <Typography variant="body2" color={isOpen ? 'textSecondary' : 'textPrimary'} sx={price}>
        {total}
      </Typography>
      {children && <Box sx={{ gridColumn: '1 / -1' }}>{children}</Box>}
    </Box>
  );
}
