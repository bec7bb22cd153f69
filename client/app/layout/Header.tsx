import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Icon } from '../../ui/Icon';
import { Logo } from '../../ui/Logo';
import { AccountLinks } from './AccountLinks';
import { SearchBox } from './SearchBox';

export function Header() {
  const { pathname, search } = useLocation();
  // Open on this very page: going anywhere closes it.
  const here = `${pathname}${search}`;
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === here;
  const setOpen = (next: boolean) => setOpenAt(next ? here : undefined);

  return (
    <header className="head">
      <div className="wrap">
        <Link to="/" className="brand">
          <Logo />
          Kiosk
        </Link>
        <div className="wide search-slot">
          <SearchBox />
        </div>
        <nav className="nav wide" aria-label="Main">
          <Link to="/products">Products</Link>
          <AccountLinks />
        </nav>
        <button
          type="button"
          className="menu-toggle narrow"
          aria-expanded={open}
          aria-controls="narrow-menu"
          aria-label={open ? 'Close menu' : 'Open menu'}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} />
        </button>
      </div>
      <div id="narrow-menu" className="narrow-menu wrap" hidden={!open}>
        <SearchBox onSearch={() => setOpen(false)} />
        <nav aria-label="Menu">
          <Link to="/products" onClick={() => setOpen(false)}>
            Products
          </Link>
          <AccountLinks onChosen={() => setOpen(false)} />
        </nav>
      </div>
    </header>
  );
}
