import type { FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { searchPath } from '../../lib/paths';
import { Icon } from '../../ui/Icon';
import { useFollowing } from '../../ui/useFollowing';

/** Blank text does nothing (section 2, 'Header'). */
export function SearchBox({ onSearch }: { onSearch?: () => void }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const current = params.get('search') ?? '';
  const [text, setText] = useFollowing(current);

  function submit(event: FormEvent) {
    event.preventDefault();
    const search = text.trim();
    if (search === '') return;
    void navigate(searchPath(search));
    onSearch?.();
  }

  return (
    <form className="search" role="search" onSubmit={submit}>
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
      <input
        type="search"
        aria-label="Search products"
        placeholder="Search products"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
