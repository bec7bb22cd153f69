import MuiLink, { type LinkProps as MuiLinkProps } from '@mui/material/Link';
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router-dom';

type Props = RouterLinkProps & Pick<MuiLinkProps, 'color' | 'underline' | 'variant' | 'sx'>;

/** A link to a page of the shop. */
export function Link(props: Props) {
  return <MuiLink component={RouterLink} {...props} />;
}
