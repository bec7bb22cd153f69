/** Of the colours in `styles/tokens.css` those that MUI reckons with; a test compares them. The rest the sheets know alone. */
export const tokens = {
  light: {
    paper: '#FAF7F2',
    surface: '#FFFFFF',
    ink: '#1B1A17',
    muted: '#5E5A52',
    primary: '#0E5A4A',
    'primary-hover': '#0A4639',
    'on-primary': '#FFFFFF',
    danger: '#B3261E',
    success: '#277347',
  },
  dark: {
    paper: '#141412',
    surface: '#1E1E1B',
    ink: '#F3EFE7',
    muted: '#B3ADA1',
    primary: '#5CC7AC',
    'primary-hover': '#7AD6BF',
    'on-primary': '#06231C',
    danger: '#F2897F',
    success: '#78C795',
  },
} as const;
