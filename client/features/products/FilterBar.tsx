import Button from '@mui/material/Button';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Icon } from '../../ui/Icon';

const loadSheet = () => import('../../ui/BottomSheet').then(({ BottomSheet }) => ({ default: BottomSheet }));
const FilterSheet = lazy(loadSheet);

interface Props {
  active: number;
  /** 'Show 57 products' closes the sheet. */
  result: string;
  children: ReactNode;
}

/** On phones the filters wait in a sheet, whose code comes when a finger or the focus is on its button. */
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
        onPointerEnter={() => void loadSheet()}
        onFocus={() => void loadSheet()}
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
        <Suspense fallback={null}>
          <FilterSheet title="Filter and sort" onClose={close}>
            {children}
            <div className="sheet-foot">
              <Button fullWidth className="big" onClick={close}>
                Show {result}
              </Button>
            </div>
          </FilterSheet>
        </Suspense>
      )}
    </div>
  );
}
