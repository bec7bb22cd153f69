import { Link } from '../../ui/Link';
import { Logo } from '../../ui/Logo';

export function Brand() {
  return (
    <Link to="/" variant="brand" underline="none" sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
      <Logo />
      Kiosk
    </Link>
  );
}
