import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { constants } from '../../../lib/constants';
import { useFocusFallback } from '../../../ui/useFocusFallback';
import { categorySuggestions } from './categorySuggestions';
import { useDebouncedValue } from './useDebouncedValue';

interface Props {
  /** The typed categories. */
  chosen: readonly string[];
  onChange: (next: string[]) => void;
}

/** The shop's categories as choices, and a hint on typed ones that its filter does not offer. */
export function CategoryChoices({ chosen, onChange }: Props) {
  const debounced = useDebouncedValue(chosen.join('\n')).split('\n');
  const suggestions = categorySuggestions(debounced.filter((text) => chosen.includes(text) && text !== ''));
  const choices = useRef<HTMLDivElement>(null);
  const [taken, setTaken] = useState(0);
  useFocusFallback(choices, taken);
  const without = (category: string) => chosen.filter((each) => each !== category);
  return (
    <div>
      <Stack
        ref={choices}
        tabIndex={-1}
        direction="row"
        role="group"
        aria-label="Categories of the shop"
        sx={{ flexWrap: 'wrap', gap: 1 }}
      >
        {constants.categories.map((category) => {
          const isChosen = chosen.includes(category);
          return (
            <Chip
              key={category}
              component="button"
              type="button"
              variant="filter"
              label={category}
              aria-pressed={isChosen}
              onClick={() => onChange(isChosen ? without(category) : [...chosen, category])}
            />
          );
        })}
      </Stack>
      <div aria-live="polite">
        {suggestions.map(({ typed, meant }) => (
          <Typography
            key={typed}
            variant="caption"
            component="p"
            color="textSecondary"
            data-testid="category-hint"
            sx={{ mt: 1, overflowWrap: 'anywhere' }}
          >
            {meant ? (
              <>
                Shoppers cannot filter by <bdi>“{typed}”</bdi>. Did you mean{' '}
                <Button
                  variant="link"
                  onClick={() => {
                    onChange([...new Set(chosen.map((each) => (each === typed ? meant : each)))]);
                    setTaken(taken + 1);
                  }}
                >
                  {meant}
                </Button>
                ?
              </>
            ) : (
              <>
                Shoppers cannot filter by <bdi>“{typed}”</bdi>: the shop’s filter offers the categories above.
              </>
            )}
          </Typography>
        ))}
      </div>
    </div>
  );
}
