import OutlinedInput from '@mui/material/OutlinedInput';
import { dayRange } from '../lib/dayRange';
import { InlineField } from './InlineField';
import { useDebouncedInput } from './useDebouncedInput';

interface Props {
  label: string;
  /** 'YYYY-MM-DD', empty for any. */
  day: string;
  onChange: (day: string) => void;
}

/** As it is typed; undefined: a part of it is missing. */
type Draft = string | undefined;

/** While a year is typed it passes through 0002, 0020 and 0202 before 2026. */
const isComplete = (draft: Draft): draft is string =>
  draft === '' || (draft !== undefined && dayRange(draft) !== undefined && draft >= '1000');

/** A date input that reports a day once it is typed completely, or left. An incomplete one does not stay when it is left. */
export function DayField({ label, day, onChange }: Props) {
  const [draft, setDraft, flush] = useDebouncedInput<Draft>(day, (next) => {
    if (isComplete(next) && next !== day) onChange(next);
  });
  function leave(input: HTMLInputElement) {
    flush();
    if (isComplete(draft) && !input.validity.badInput) return;
    setDraft(day);
    // To React an input without a day is empty, whatever part of one it shows.
    input.value = day;
  }
  return (
    <InlineField label={label}>
      {(id) => (
        <OutlinedInput
          id={id}
          type="date"
          size="small"
          value={draft ?? ''}
          onChange={({ target: { value, validity } }) => setDraft(validity.badInput ? undefined : value)}
          slotProps={{ input: { onBlur: ({ currentTarget }) => leave(currentTarget) } }}
        />
      )}
    </InlineField>
  );
}
