import { constants } from '../../lib/constants';

interface Props {
  count: number;
  maximum: number;
  onShow: () => void;
}

/** How many products the price range hides, counted up to 1,000 (decision 21). */
export function HiddenByPriceHint({ count, maximum, onShow }: Props) {
  if (count === 0) return null;
  const shown = count >= constants.countLimit ? `${constants.countLimit.toLocaleString('en-US')}+` : String(count);
  return (
    <p className="note">
      <span>
        {count === 1 ? '1 product' : `${shown} products`} above ${maximum} {count === 1 ? 'is' : 'are'} hidden.
      </span>
      <button type="button" className="text-button" onClick={onShow}>
        Show them
      </button>
    </p>
  );
}
