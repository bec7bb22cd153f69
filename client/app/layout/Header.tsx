import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Icon } from '../../ui/Icon';
import { Logo } from '../../ui/Logo';
import { AccountControl } from './AccountControl';
import { AccountLinks } from './AccountLinks';
import { CartControl } from './CartControl';
import { SearchBox } from './SearchBox';

export function Header() {
  const { pathname, search } = useLocation();
  // Open on this very page: going anywhere closes it.
  const here = `${pathname}${search}`;
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === here;
  const close = () => setOpenAt(undefined);
  const toggle = useRef<HTMLButtonElement>(null);

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
        </nav>
        <CartControl here={here} />
        <div className="nav account wide">
          <AccountControl />
        </div>
        <button
          ref={toggle}
          type="button"
          className="icon-button narrow"
          aria-expanded={open}
          aria-controls="narrow-menu"
          aria-label={open ? 'Close menu' : 'Open menu'}
          onClick={() => setOpenAt(open ? undefined : here)}
        >
          <Icon name={open ? 'close' : 'menu'} />
        </button>
      </div>
      <div
        id="narrow-menu"
        className="narrow-menu wrap"
        hidden={!open}
        onKeyDown={({ key }) => {
          if (key !== 'Escape') return;
          close();
          toggle.current?.focus();
        }}
      >
        <SearchBox onSearch={close} />
        <nav aria-label="Menu">
          <Link to="/products" onClick={close}>
            Products
          </Link>
          <AccountLinks onChosen={close} />
        </nav>
      </div>
    </header>
  );
}
