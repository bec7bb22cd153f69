import { Link } from 'react-router-dom';
import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { useSession } from '../../session/SessionProvider';
import { Logo } from '../../ui/Logo';
import { ThemeChoice } from '../../ui/ThemeChoice';

const columns: { title: string; links: (readonly [string, string])[] }[] = [
  { title: 'Categories', links: constants.categories.map((name) => [name, categoryPath(name)] as const) },
  {
    title: 'Customer service',
    links: [
      ['Contact us', '/contact'],
      ['Shipping', '/shipping'],
      ['Returns', '/returns'],
      ['FAQ', '/faq'],
    ],
  },
];

const account = {
  signedOut: [
    ['Sign In', '/login'],
    ['Create Account', '/register'],
  ],
  signedIn: [
    ['My Account', '/dashboard'],
    ['Change Password', '/account/action'],
  ],
  always: [
    ['My Orders', '/dashboard'],
    ['Wishlist', '/dashboard'],
  ],
} as const;

/** As long for everybody: nothing moves when it becomes known who is here. */
export function Footer() {
  const { user } = useSession();
  const links = [...(user ? account.signedIn : account.signedOut), ...account.always];
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="cols">
          <div>
            <Link to="/" className="brand">
              <Logo />
              Kiosk
            </Link>
            <p>
              Good things for every day, chosen one by one. Free shipping on orders over $
              {constants.freeShippingThreshold}.
            </p>
          </div>
          {[...columns, { title: 'Account', links }].map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(([label, path]) => (
                  <li key={label}>
                    <Link to={path} state={path === '/account/action' ? { email: user?.email } : null}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="end">
          <span>© {new Date().getFullYear()} Kiosk. All rights reserved.</span>
          <nav className="legal" aria-label="Legal">
            <Link to="/privacy">Privacy</Link>
            <Link to="/terms">Terms</Link>
          </nav>
          <ThemeChoice />
        </div>
      </div>
    </footer>
  );
}
