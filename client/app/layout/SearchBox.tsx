import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { searchPath } from '../../lib/paths';
import { Icon } from '../../ui/Icon';
import { useFollowing } from '../../ui/useFollowing';

/** Shows what the address searches for, but never in place of what somebody is typing. */
function useSearchText() {
  const [params] = useSearchParams();
  const [typing, setTyping] = useState(false);
  const [text, setText] = useFollowing(params.get('search') ?? '', typing);
  const show = (next: string, isTyping: boolean) => {
    setText(next);
    setTyping(isTyping);
  };
  return { text, show };
}

/** Blank text does nothing (section 2, 'Header'). Without scripts the form goes the same way by itself. */
export function SearchBox({ onSearch }: { onSearch?: () => void }) {
  const navigate = useNavigate();
  const { text, show } = useSearchText();

  function submit(event: FormEvent) {
    event.preventDefault();
    const search = text.trim();
    if (search === '') return;
    show(search, false);
    void navigate(searchPath(search));
    onSearch?.();
  }

  return (
    <form
      className="search"
      role="search"
      action="/products"
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => {
        // On the way from the field to the button a page that arrives must not change what is searched for.
        if (!currentTarget.contains(relatedTarget)) show(text, false);
      }}
    >
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
      <input
        type="search"
        name="search"
        dir="auto"
        aria-label="Search products"
        placeholder="Search products"
        maxLength={200}
        value={text}
        onChange={({ target }) => show(target.value, target === document.activeElement)}
      />
    </form>
  );
}
