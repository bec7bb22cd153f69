import { styled } from '@mui/material/styles';
import { theme } from '../../theme/theme';
import { rem } from '../../theme/typography';
import { VisuallyHidden } from '../../ui/VisuallyHidden';

interface Size {
  /** '188 reviews' instead of '(188)'. */
  verbose?: boolean;
}

interface Props extends Size {
  rating: number;
  reviewCount: number;
}

const { typography, vars } = theme;

const Figures = styled('span')<Size>({
  ...typography.caption,
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: rem(5),
  color: vars.palette.text.secondary,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  '& svg': { width: rem(14), height: rem(14), fill: vars.palette.secondary.main },
  '& b': { color: vars.palette.text.primary, fontWeight: typography.h5.fontWeight },
  variants: [{ props: { verbose: true }, style: { ...typography.body2 } }],
});

/** Without reviews there is no star (decision 22). */
export function Rating({ rating, reviewCount, verbose = false }: Props) {
  if (reviewCount === 0) return <Figures verbose={verbose}>No reviews yet</Figures>;
  const figure = rating.toFixed(1);
  const reviews = `${reviewCount} ${reviewCount === 1 ? 'review' : 'reviews'}`;
  return (
    <Figures verbose={verbose}>
      <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <path d="m10 1.8 2.5 5.3 5.7.8-4.1 4 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.1-4 5.7-.8z" />
      </svg>
      <span aria-hidden="true">
        {verbose ? (
          <>
            <b>{figure}</b> {reviews}
          </>
        ) : (
          `${figure} (${reviewCount})`
        )}
      </span>
      <VisuallyHidden>
        Rated {figure} by {reviews}
      </VisuallyHidden>
    </Figures>
  );
}
