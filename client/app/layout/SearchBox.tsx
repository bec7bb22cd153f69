import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { searchPath } from '../../lib/paths';
import { Icon } from '../../ui/Icon';
import { useFollowing } from '../../ui/useFollowing';

/** Shows what the address searches for, but never in place of what somebody is typing. */
function useSearchText() {
  const [params] = useSearchParams();
  const [typing, setTyping] = useState(false);
  const [text, setText] = useFollowing(params.get('search') ?? '', typing);
  const input = useRef<HTMLInputElement>(null);
  // Into the HTML of the start page one can type before its scripts run.
  useLayoutEffect(() => {
    const early = input.current?.value;
    if (!early || early === input.current?.defaultValue) return;
    setText(early);
    setTyping(document.activeElement === input.current);
  }, [setText]);
  const show = (next: string, isTyping: boolean) => {
    setText(next);
    setTyping(isTyping);
  };
  return { text, show, input };
}

/** Blank text does nothing (section 2, 'Header'). Without scripts the form goes the same way by itself. */
export function SearchBox({ onSearch }: { onSearch?: () => void }) {
  const navigate = useNavigate();
  const { text, show, input } = useSearchText();

  function submit(event: FormEvent) {
    event.preventDefault();
    const search = text.trim();
    if (search === '') return;
    show(search, false);
    void navigate(searchPath(search));
    onSearch?.();
  }

  return (
    <form className="search" role="search" action="/products" onSubmit={submit}>
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
      <input
        ref={input}
        type="search"
        name="search"
        aria-label="Search products"
        placeholder="Search products"
        maxLength={200}
        value={text}
        onChange={(event) => show(event.target.value, true)}
        onBlur={() => show(text, false)}
      />
    </form>
  );
}
