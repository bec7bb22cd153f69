import { styled } from '@mui/material/styles';
import { rem } from '../theme/typography';

interface LineProps {
  /** In pixels at the browser's usual font size. */
  size?: number | undefined;
}

const Line = styled('svg', { shouldForwardProp: (name) => name !== 'size' })<LineProps>(({ size = 20 }) => ({
  flex: 'none',
  width: rem(size),
  height: rem(size),
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
}));

/** `lines` must not come from users: it is inserted as HTML. */
export function SvgIcon({ lines, className, size }: LineProps & { lines: string; className?: string | undefined }) {
  return (
    <Line
      className={className}
      size={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
      dangerouslySetInnerHTML={{ __html: lines }}
    />
  );
}
