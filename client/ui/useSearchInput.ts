import { type ChangeEvent, type CompositionEvent, type KeyboardEvent, useState } from 'react';
import { tidySearch } from '../lib/tidySearch';
import { useTyped } from './useTyped';

type Input = HTMLInputElement;

/**
 * What an input that searches needs. Passed on after a pause, or at once with Enter, but nothing of a word that is still being composed
 * (Japanese, Korean, Chinese). What was typed stays as it was typed; a search that comes from elsewhere takes its place.
 */
export function useSearchInput(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const [followed, setFollowed] = useState(search);
  const [isComposing, setIsComposing] = useState(false);
  const [, type, settle, drop] = useTyped(search, onSearch);
  if (followed !== search && !isComposing) {
    setFollowed(search);
    if (tidySearch(text) !== search) setText(search);
  }
  return {
    value: text,
    maxLength: 200,
    onChange: ({ target, nativeEvent }: ChangeEvent<Input>) => {
      setText(target.value);
      if (!(nativeEvent as InputEvent).isComposing && !isComposing) type(tidySearch(target.value));
    },
    onCompositionStart: () => {
      setIsComposing(true);
      drop();
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<Input>) => {
      setIsComposing(false);
      setText(currentTarget.value);
      type(tidySearch(currentTarget.value));
    },
    onKeyDown: ({ key, nativeEvent }: KeyboardEvent<Input>) => {
      if (key === 'Enter' && !nativeEvent.isComposing) settle();
    },
  };
}
