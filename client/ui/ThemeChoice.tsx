import { type SxProps, type Theme, useColorScheme } from '@mui/material/styles';
import Stack from '@mui/material/Stack';
import { Select } from './Select';
import { useHydrated } from './useHydrated';

const choices = [
  ['system', 'follows the system'],
  ['light', 'light'],
  ['dark', 'dark'],
] as const;

export function ThemeChoice({ sx }: { sx?: SxProps<Theme> }) {
  const { mode, setMode } = useColorScheme();
  // The server does not know the stored one.
  const hydrated = useHydrated();
  return (
    <Stack component="label" direction="row" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      Theme:
      <Select sx={sx} value={(hydrated && mode) || 'system'} choices={choices} onChange={setMode} />
    </Stack>
  );
}
