/** All widths at which the layout changes, for MUI and its `useMediaQuery`; a test compares the sheets with them. */
export const breakpoints = {
  xs: 0,
  twoColumns: 340,
  sm: 600,
  table: 720,
  md: 900,
  tableBesideLinks: 1024,
  lg: 1200,
  wideTable: 1260,
  laptop: 1366,
  xl: 1440,
  fourColumns: 1680,
};

type Breakpoints = Record<keyof typeof breakpoints, true>;

declare module '@mui/material/styles' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the only way to declare custom breakpoints
  interface BreakpointOverrides extends Breakpoints {}
}
