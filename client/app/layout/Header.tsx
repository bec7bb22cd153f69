import AppBar from '@mui/material/AppBar';
import Container from '@mui/material/Container';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Toolbar from '@mui/material/Toolbar';
import { useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { rem } from '../../theme/typography';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { useHeightVariable } from '../../ui/useHeightVariable';
import { AccountControl } from './AccountControl';
import { AccountLinks } from './AccountLinks';
import { Brand } from './Brand';
import { CartControl } from './CartControl';
import { SearchBox } from './SearchBox';
import { useNarrowMenu } from './useNarrowMenu';

const wide = { display: { xs: 'none', md: 'flex' } } as const;
const narrow = { display: { md: 'none' } } as const;
const links = { alignItems: 'center', gap: 2.75, fontWeight: 'fontWeightMedium' } as const;

export function Header({ isFullWidth }: { isFullWidth: boolean }) {
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const region = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLElement>(null);
  // It changes with open menus.
  useHeightVariable(bar, '--head-height');
  const { part, close, toggle, closeByKey } = useNarrowMenu(here, region);

  return (
    <AppBar ref={bar}>
      <Container sx={{ maxWidth: isFullWidth ? 'none' : undefined }}>
        <Toolbar>
          <Brand />
          <Stack sx={{ ...wide, flex: 1, maxWidth: rem(520) }}>
            <SearchBox />
          </Stack>
          <Stack component="nav" direction="row" aria-label="Main" sx={{ ...wide, ...links, ml: 'auto' }}>
            <Link to="/products">Products</Link>
          </Stack>
          <IconButton
            sx={{ ...narrow, ml: 'auto' }}
            aria-expanded={part === 'search'}
            aria-controls="narrow-menu"
            aria-label="Find products"
            onClick={(event) => toggle('search', event)}
          >
            <Icon name="search" size={23} />
          </IconButton>
          <CartControl here={here} />
          <Stack direction="row" sx={{ ...wide, ...links }}>
            <AccountControl />
          </Stack>
          <IconButton
            sx={{ ...narrow, mr: -1.25 }}
            aria-expanded={part === 'menu'}
            aria-controls="narrow-menu"
            aria-label={part === 'menu' ? 'Close menu' : 'Open menu'}
            onClick={(event) => toggle('menu', event)}
          >
            <Icon name={part === 'menu' ? 'close' : 'menu'} size={23} />
          </IconButton>
        </Toolbar>
      </Container>
      <Container
        id="narrow-menu"
        ref={region}
        hidden={!part}
        onKeyDown={closeByKey}
        sx={{ display: { xs: part ? 'block' : 'none', md: 'none' } }}
      >
        <SearchBox onSearch={close} />
        {part === 'menu' && (
          <Stack
            component="nav"
            aria-label="Menu"
            sx={{ p: '10px 4px 18px', fontWeight: 'fontWeightMedium', '& > a': { py: 1.25 } }}
          >
            <Link to="/products" onClick={close}>
              Products
            </Link>
            <AccountLinks onChosen={close} />
          </Stack>
        )}
      </Container>
    </AppBar>
  );
}
