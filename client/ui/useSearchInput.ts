import { type ChangeEvent, type CompositionEvent, type KeyboardEvent, useState } from 'react';
import { normalizeSearch } from '../lib/normalizeSearch';
import { useDebouncedInput } from './useDebouncedInput';

type Input = HTMLInputElement;

/**
 * Props of a search input. Debounced, flushed by Enter and when it loses the focus, and silent during IME composition. Keeps the text as typed, unless
 * another source changes the search.
 */
export function useSearchInput(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const [synced, setSynced] = useState(search);
  const [isComposing, setIsComposing] = useState(false);
  const [draft, setDraft, flush, cancel] = useDebouncedInput(search, onSearch);
  if (synced !== draft && !isComposing) {
    setSynced(draft);
    if (normalizeSearch(text) !== draft) setText(draft);
  }
  return {
    value: text,
    maxLength: 200,
    onChange: ({ target, nativeEvent }: ChangeEvent<Input>) => {
      setText(target.value);
      if (!(nativeEvent as InputEvent).isComposing && !isComposing) setDraft(normalizeSearch(target.value));
    },
    onCompositionStart: () => {
      setIsComposing(true);
      cancel();
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<Input>) => {
      setIsComposing(false);
      setText(currentTarget.value);
      setDraft(normalizeSearch(currentTarget.value));
    },
    onBlur: flush,
    onKeyDown: ({ key, keyCode }: KeyboardEvent<Input>) => {
      // 229: it accepts a word. Safari has ended the composition by then.
      if (key === 'Enter' && keyCode !== 229) flush();
    },
  };
}
