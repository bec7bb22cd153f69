import { Link } from '../../ui/Link';

/** In a sentence. */
export function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} color="primary" underline="always">
      {children}
    </Link>
  );
}
