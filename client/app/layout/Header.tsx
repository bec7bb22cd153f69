import { useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Icon } from '../../ui/Icon';
import { Logo } from '../../ui/Logo';
import { AccountControl } from './AccountControl';
import { AccountLinks } from './AccountLinks';
import { CartControl } from './CartControl';
import { SearchBox } from './SearchBox';
import { useNarrowMenu } from './useNarrowMenu';

export function Header() {
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const region = useRef<HTMLDivElement>(null);
  const { part, close, toggle, closeByKey } = useNarrowMenu(here, region);

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
        <button
          type="button"
          className="icon-button narrow find"
          aria-expanded={part === 'search'}
          aria-controls="narrow-menu"
          aria-label="Find products"
          onClick={(event) => toggle('search', event)}
        >
          <Icon name="search" />
        </button>
        <CartControl here={here} />
        <div className="nav account wide">
          <AccountControl />
        </div>
        <button
          type="button"
          className="icon-button narrow"
          aria-expanded={part === 'menu'}
          aria-controls="narrow-menu"
          aria-label={part === 'menu' ? 'Close menu' : 'Open menu'}
          onClick={(event) => toggle('menu', event)}
        >
          <Icon name={part === 'menu' ? 'close' : 'menu'} />
        </button>
      </div>
      <div id="narrow-menu" ref={region} className="narrow-menu wrap" hidden={!part} onKeyDown={closeByKey}>
        <SearchBox onSearch={close} />
        <nav aria-label="Menu" hidden={part !== 'menu'}>
          <Link to="/products" onClick={close}>
            Products
          </Link>
          <AccountLinks onChosen={close} />
        </nav>
      </div>
    </header>
  );
}
