import { useColorScheme } from '@mui/material/styles';

const choices = [
  ['system', 'follows the system'],
  ['light', 'light'],
  ['dark', 'dark'],
] as const;

export function ThemeChoice() {
  const { mode, setMode } = useColorScheme();
  return (
    <label className="theme-choice">
      Theme:
      <select
        className="select-control"
        value={mode ?? 'system'}
        onChange={({ target }) => setMode(choices.find(([value]) => value === target.value)?.[0] ?? 'system')}
      >
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
