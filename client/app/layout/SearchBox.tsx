import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import { styled } from '@mui/material/styles';
import { type FormEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { isImeKey } from '../../lib/isImeKey';
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
  return { text, show };
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
  const { pathname, search: query } = useLocation();
  const { text, show } = useSearchText();
  // During IME composition Enter accepts a word; only the next Enter searches.
  const isComposing = useRef(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const search = normalizeSearch(text);
    if (search === '' || isComposing.current) return;
    show(search, false);
    const isShown =
      pathname.toLowerCase() === '/products' &&
      new URLSearchParams(query).toString() === new URLSearchParams({ search }).toString();
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
        onCompositionStart={() => {
          isComposing.current = true;
        }}
        onCompositionEnd={() => {
          isComposing.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isImeKey(event.nativeEvent)) event.preventDefault();
        }}
        onChange={({ target }) => show(target.value, target === document.activeElement)}
      />
    </Form>
  );
}
