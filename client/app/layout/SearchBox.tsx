import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import { styled } from '@mui/material/styles';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { searchPath } from '../../lib/paths';
import { normalizeSearch } from '../../lib/normalizeSearch';
import { rem } from '../../theme/typography';
import { Icon } from '../../ui/Icon';
import { useSyncedState } from '../../ui/useSyncedState';

/** Follows the search of the URL, but never overwrites what is being typed. */
function useSearchText() {
  const [params] = useSearchParams();
  const [typing, setTyping] = useState(false);
  const [text, setText] = useSyncedState(normalizeSearch(params.get('search') ?? ''), typing);
  const show = (next: string, isTyping: boolean) => {
    setText(next);
    setTyping(isTyping);
  };
  return { params, text, show };
}

const Form = styled('form')(({ theme: { vars, focusVisible, spacing } }) => ({
  display: 'flex',
  alignItems: 'center',
  height: rem(44),
  padding: `0 ${spacing(2.25)} 0 ${spacing(0.75)}`,
  borderRadius: rem(22),
  backgroundColor: vars.palette.background.sunken,
  '&:has(input:focus-visible)': focusVisible,
}));

/** Blank text does nothing (section 2, 'Header'). Without scripts the native form submit has the same result. */
export function SearchBox({ onSearch }: { onSearch?: () => void }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { params, text, show } = useSearchText();

  function submit(event: FormEvent) {
    event.preventDefault();
    const search = normalizeSearch(text);
    if (search === '') return;
    show(search, false);
    const isShown =
      pathname.toLowerCase() === '/products' && params.toString() === new URLSearchParams({ search }).toString();
    void navigate(searchPath(search), { replace: isShown });
    onSearch?.();
  }

  return (
    <Form
      role="search"
      action="/products"
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => {
        // A page that loads while the focus moves to the button must not replace the typed text.
        if (!currentTarget.contains(relatedTarget)) show(text, false);
      }}
    >
      <IconButton type="submit" aria-label="Search" color="inherit" sx={{ color: 'text.secondary' }}>
        <Icon name="search" />
      </IconButton>
      <InputBase
        type="search"
        name="search"
        fullWidth
        placeholder="Search products"
        slotProps={{ input: { 'aria-label': 'Search products', dir: 'auto', maxLength: 200 } }}
        value={text}
        onKeyDown={(event) => {
          // 229: it accepts a word of an input method, in Safari after the end of the composition; the next one searches.
          if (event.key === 'Enter' && event.keyCode === 229) event.preventDefault();
        }}
        onChange={({ target }) => show(target.value, target === document.activeElement)}
      />
    </Form>
  );
}
