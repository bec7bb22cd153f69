import type { ComponentProps } from 'react';
import { dayRange } from '../lib/dayRange';
import { DateField } from './DateField';
import { useDebouncedInput } from './useDebouncedInput';

interface Props extends Pick<ComponentProps<typeof DateField>, 'label'> {
  day: string;
  onChange: (day: string) => void;
}

/** While a year is typed it passes through 0002, 0020 and 0202 before 2026. */
const isComplete = (day: string): boolean => day === '' || (dayRange(day) !== undefined && day >= '1000');

/** A date input that reports a day once it is typed completely, or left. */
export function DayField({ day, onChange, ...field }: Props) {
  const [draft, setDraft, flush] = useDebouncedInput(day, (next) => isComplete(next) && next !== day && onChange(next));
  return <DateField {...field} value={draft} onChange={setDraft} onBlur={flush} />;
}
