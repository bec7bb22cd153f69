import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { constants } from '../../lib/constants';
import { formatRoundCents } from '../../lib/formatRoundCents';
import { toCents } from '../../lib/money';
import { rem } from '../../theme/typography';
import { formatResultCount } from './formatResultCount';

const note = {
  justifyContent: { xs: 'space-between', sm: 'normal' },
  gap: 1.25,
  width: { xs: 1, sm: 'auto' },
  px: { xs: 1.25, sm: 1.5 },
  borderRadius: 1,
  bgcolor: 'warning.soft',
  color: 'text.primary',
  typography: { xs: 'caption', sm: 'dense' },
  lineHeight: { xs: rem(32), sm: rem(32) },
};

interface Props {
  count: number;
  maximum: number;
  onShow: () => void;
}

/** How many products the price range hides, counted up to 1,000 (decision 21). */
export function HiddenByPriceHint({ count, maximum, onShow }: Props) {
  if (count === 0) return null;
  const shown = formatResultCount(Math.min(count, constants.countLimit), count < constants.countLimit);
  return (
    <Stack component="p" direction="row" sx={note}>
      <span>
        {shown} above {formatRoundCents(toCents(maximum))} {count === 1 ? 'is' : 'are'} hidden.
      </span>
      <Button variant="link" sx={{ fontSize: 'inherit' }} onClick={onShow}>
        Show them
      </Button>
    </Stack>
  );
}
