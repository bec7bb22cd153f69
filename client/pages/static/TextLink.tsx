import { Link } from '../../ui/Link';

/** A link within a sentence. */
export function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} color="primary" underline="always">
      {children}
    </Link>
  );
}
