import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { rem } from '../../theme/typography';
import { Count } from '../../ui/Count';
import { Icon } from '../../ui/Icon';
import type { OrderTab } from './orderListFilters';
import { useTabCount } from './useShopOrders';

const bar = {
  gap: { xs: 1.75, sm: 3 },
  width: 1,
  p: 0,
  borderBottom: 1,
  borderColor: 'divider',
  borderRadius: 0,
  bgcolor: 'transparent',
} as const;
const chosen = '&[aria-pressed="true"], &[aria-pressed="true"]:hover';
const tab = {
  gap: 1,
  minHeight: rem(44),
  mb: '-1px',
  px: 0,
  borderBottom: 2,
  // MUI draws the left border of the last one, too.
  borderBottomColor: 'transparent',
  borderRadius: 0,
  color: 'text.secondary',
  '&:hover': { bgcolor: 'transparent', color: 'text.primary' },
  [chosen]: {
    borderBottomColor: 'primary.main',
    boxShadow: 'none',
    bgcolor: 'transparent',
    color: 'text.primary',
  },
} as const;
const urgent = {
  '&&, &&:hover': { color: 'error.main' },
} as const;
const pill = { px: 0.875, bgcolor: 'background.sunken', color: 'text.primary' } as const;

interface Props {
  value: OrderTab;
  onChange: (tab: OrderTab) => void;
}

/** The open tasks with their order counts, once loaded; the table does not wait for them. */
export function OrderTabs({ value, onChange }: Props) {
  const all = useTabCount('all');
  const needsAttention = useTabCount('needsAttention');
  const toShip = useTabCount('toShip');
  const tabs = [
    { key: 'all', words: 'All', count: all, isAlarming: false },
    {
      key: 'needsAttention',
      words: 'Needs attention',
      count: needsAttention,
      isAlarming: needsAttention?.isNone === false,
    },
    { key: 'toShip', words: 'To ship', count: toShip, isAlarming: false },
  ] as const;
  return (
    <ToggleButtonGroup exclusive value={value} aria-label="Orders" sx={bar}>
      {tabs.map(({ key, words, count, isAlarming }) => (
        <ToggleButton key={key} value={key} onClick={() => onChange(key)} sx={isAlarming ? { ...tab, ...urgent } : tab}>
          {isAlarming && <Icon name="warn" size={18} />}
          {words} {count && <Count sx={pill}>{count.text}</Count>}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
