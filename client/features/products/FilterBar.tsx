import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { lazyModule } from '../../lib/lazyModule';
import { Icon } from '../../ui/Icon';
import { lazyComponent } from '../../ui/lazyComponent';

const sheet = lazyModule(() => import('../../ui/BottomSheet'));
const FilterSheet = lazyComponent(sheet, 'BottomSheet', {
  title: 'The filters',
  overlay: ({ onClose }) => ({ isOpen: true, close: onClose }),
});

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
    <div className="filter-bar narrow">
      <Button
        variant="outlined"
        fullWidth
        className="ink"
        startIcon={<Icon name="filter" />}
        aria-haspopup="dialog"
        onPointerEnter={sheet.prefetch}
        onFocus={sheet.prefetch}
        onClick={() => setOpen(true)}
      >
        Filter and sort
        {active > 0 && (
          <span className="count">
            {active}
            <span className="hidden-words"> active</span>
          </span>
        )}
      </Button>
      {open && (
        <FilterSheet title="Filter and sort" onClose={close}>
          {children}
          <div className="sheet-foot">
            <Button fullWidth className="big" onClick={close}>
              Show {result}
            </Button>
          </div>
        </FilterSheet>
      )}
    </div>
  );
}
