import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { lazyModule } from '../../lib/lazyModule';
import { rem } from '../../theme/typography';
import { Count } from '../../ui/Count';
import { Icon } from '../../ui/Icon';
import { lazyComponent } from '../../ui/lazyComponent';
import { VisuallyHidden } from '../../ui/VisuallyHidden';

const sheet = lazyModule(() => import('../../ui/BottomSheet'));
const FilterSheet = lazyComponent(sheet, 'BottomSheet', {
  title: 'The filters',
  overlay: ({ onClose }) => ({ isOpen: true, close: onClose }),
});

/** Below the header. */
const bar = {
  position: 'sticky',
  top: rem(60),
  zIndex: 5,
  display: { md: 'none' },
  m: '0 -18px 18px',
  p: '8px 18px',
  bgcolor: 'background.default',
};
const wide = (minWidth: number) => ({ width: { xs: 1, sm: 'auto' }, minWidth: { sm: minWidth } });

interface Props {
  active: number;
  /** 'Show 57 products' closes the sheet. */
  result: string;
  children: ReactNode;
}

/** The filters of small screens, in a sheet. */
export function FilterBar({ active, result, children }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Box sx={bar}>
      <Button
        variant="ink"
        sx={wide(220)}
        startIcon={<Icon name="filter" />}
        aria-haspopup="dialog"
        onPointerEnter={sheet.prefetch}
        onFocus={sheet.prefetch}
        onClick={() => setOpen(true)}
      >
        Filter and sort
        {active > 0 && (
          <Count sx={{ ml: 1.25 }}>
            {active}
            <VisuallyHidden> active</VisuallyHidden>
          </Count>
        )}
      </Button>
      {open && (
        <FilterSheet
          title="Filter and sort"
          onClose={close}
          foot={
            <Button size="large" sx={wide(280)} onClick={close}>
              Show {result}
            </Button>
          }
        >
          {children}
        </FilterSheet>
      )}
    </Box>
  );
}
