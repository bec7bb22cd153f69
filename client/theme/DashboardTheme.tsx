import { type Theme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { tables } from './components/tables';

const withTables = (theme: Theme): Theme => ({
  ...theme,
  // Typed for themes without variables, too.
  components: { ...theme.components, ...tables } as Theme['components'],
});

/** The theme with what only the dashboard draws, which no page of the shop shall load. */
export function DashboardTheme({ children }: { children: ReactNode }) {
  return <ThemeProvider theme={withTables}>{children}</ThemeProvider>;
}
