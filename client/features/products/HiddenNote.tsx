import Button from '@mui/material/Button';
import { constants } from '../../lib/constants';
import { Icon } from '../../ui/Icon';

interface Props {
  count: number;
  maximum: number;
  onShow: () => void;
}

/** What the price range hides, counted like the list itself: up to 1,000 (decision 21). */
export function HiddenNote({ count, maximum, onShow }: Props) {
  if (count === 0) return null;
  const shown = count >= constants.countLimit ? `${constants.countLimit.toLocaleString('en-US')}+` : String(count);
  return (
    <div className="note">
      <Icon name="warn" />
      <span>
        {count === 1 ? '1 product costs' : `${shown} products cost`} more than ${maximum} and{' '}
        {count === 1 ? 'is' : 'are'} hidden.
      </span>
      <Button variant="text" size="small" onClick={onShow}>
        Show them
      </Button>
    </div>
  );
}
