import { styled } from '@mui/material/styles';
import { formatMoney } from '../../lib/money';
import { theme } from '../../theme/theme';
import { rem } from '../../theme/typography';
import { VisuallyHidden } from '../../ui/VisuallyHidden';

interface Size {
  /** On the product's page. */
  large?: boolean;
}

const { typography, vars } = theme;

const Now = styled('span')<Size>({
  ...typography.price,
  variants: [{ props: { large: true }, style: { ...typography.priceLarge } }],
});

const Before = styled('s')<Size>({
  ...typography.label,
  position: 'relative',
  marginLeft: rem(8),
  color: vars.palette.text.secondary,
  fontWeight: typography.fontWeightRegular,
  fontVariantNumeric: 'tabular-nums',
  variants: [{ props: { large: true }, style: { marginLeft: 0, fontSize: typography.h5.fontSize } }],
});

export function Price({ price, originalPrice, large = false }: Size & { price: number; originalPrice: number }) {
  return (
    <>
      <Now large={large}>{formatMoney(price)}</Now>
      {originalPrice > price && (
        <Before large={large}>
          <VisuallyHidden>before </VisuallyHidden>
          {formatMoney(originalPrice)}
        </Before>
      )}
    </>
  );
}
