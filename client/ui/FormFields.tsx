import { styled } from '@mui/material/styles';
import { rem } from '../theme/typography';

/** Fields below each other. An error of one line fits between two of them: no layout shift. */
export const FormFields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: rem(30),
  '& p[id$="-error"]': { margin: `${rem(4)} 0 ${rem(-22)}`, lineHeight: rem(18) },
  '& p[id$="-error"] + p': { marginTop: rem(26) },
});
