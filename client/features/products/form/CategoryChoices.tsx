import { constants } from '../../../lib/constants';
import { categorySuggestions } from './categorySuggestions';
import { useSettled } from './useSettled';

interface Props {
  /** What is typed, one by one. */
  chosen: readonly string[];
  onChange: (next: string[]) => void;
}

/** The shop's own categories to choose from, and a word on typed ones that its filter does not offer. */
export function CategoryChoices({ chosen, onChange }: Props) {
  const settled = useSettled(chosen.join('\n')).split('\n');
  const suggestions = categorySuggestions(settled.filter((text) => chosen.includes(text) && text !== ''));
  const without = (category: string) => chosen.filter((each) => each !== category);
  return (
    <div className="category-choices">
      <div className="chips" role="group" aria-label="Categories of the shop">
        {constants.categories.map((category) => {
          const isChosen = chosen.includes(category);
          return (
            <button
              key={category}
              type="button"
              className="chip choice"
              aria-pressed={isChosen}
              onClick={() => onChange(isChosen ? without(category) : [...chosen, category])}
            >
              <span>{category}</span>
            </button>
          );
        })}
      </div>
      <div aria-live="polite">
        {suggestions.map(({ typed, meant }) => (
          <p key={typed} className="field-hint">
            {meant ? (
              <>
                Shoppers cannot filter by <bdi>“{typed}”</bdi>. Did you mean{' '}
                <button
                  type="button"
                  className="text-button"
                  onClick={() => onChange([...new Set(chosen.map((each) => (each === typed ? meant : each)))])}
                >
                  {meant}
                </button>
                ?
              </>
            ) : (
              <>
                Shoppers cannot filter by <bdi>“{typed}”</bdi>: the shop’s filter offers the categories above.
              </>
            )}
          </p>
        ))}
      </div>
    </div>
  );
}
