import { type Theme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { tables } from './components/tables';

const withTables = (theme: Theme): Theme => ({
  ...theme,
  // The type allows themes without variables.
  components: { ...theme.components, ...tables } as Theme['components'],
});

/** The theme with the dashboard's own styles, which storefront pages must not load. */
export function DashboardTheme({ children }: { children: ReactNode }) {
  return <ThemeProvider theme={withTables}>{children}</ThemeProvider>;
}
