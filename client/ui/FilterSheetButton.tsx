import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { lazyModule } from '../lib/lazyModule';
import { Count } from './Count';
import { Icon } from './Icon';
import { lazyComponent } from './lazyComponent';
import { VisuallyHidden } from './VisuallyHidden';

const sheet = lazyModule(() => import('./BottomSheet'));
const FilterSheet = lazyComponent(sheet, 'BottomSheet', {
  title: 'The filters',
  overlay: ({ onClose }) => ({ isOpen: true, close: onClose }),
});

const wide = (minWidth: number) => ({ width: { xs: 1, sm: 'auto' }, minWidth: { sm: minWidth } });

interface Props {
  /** Also the title of the sheet. */
  label: string;
  /** As wide as a phone. */
  isWide?: boolean;
  /** How many filters are set. */
  active: number;
  /** '57 products': the button that closes the sheet shows them. */
  result: string;
  children: ReactNode;
}

/** The filters of narrow screens, in a sheet. */
export function FilterSheetButton({ label, isWide = false, active, result, children }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => {
    // A search that was typed just before is reported by the loss of the focus, which the unmount would not tell.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    setOpen(false);
  };
  return (
    <>
      <Button
        variant="ink"
        sx={isWide ? wide(220) : { flex: 'none' }}
        startIcon={<Icon name="filter" />}
        aria-haspopup="dialog"
        onPointerEnter={sheet.prefetch}
        onFocus={sheet.prefetch}
        onClick={() => setOpen(true)}
      >
        {label}
        {active > 0 && (
          <Count sx={{ ml: 1.25 }}>
            {active}
            <VisuallyHidden> active</VisuallyHidden>
          </Count>
        )}
      </Button>
      {open && (
        <FilterSheet
          title={label}
          onClose={close}
          foot={
            <>
              <VisuallyHidden role="status">{result}</VisuallyHidden>
              <Button size="large" sx={wide(280)} onClick={close}>
                Show {result}
              </Button>
            </>
          }
        >
          {children}
        </FilterSheet>
      )}
    </>
  );
}
