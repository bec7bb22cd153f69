/** The page's upper right corner, below the header. */
export const corner = {
  position: 'fixed',
  zIndex: 'snackbar',
  top: 80,
  right: 24,
  maxWidth: 'calc(100vw - 48px)',
} as const;
