import GlobalStyles from '@mui/material/GlobalStyles';

/** On paper there are the papers alone: what neither holds one nor is in one is left out, and what holds one takes no room. */
const styles = {
  '@media print': {
    'body :not(:has([data-paper]), [data-paper], [data-paper] *)': { display: 'none !important' },
    'body, body :has([data-paper])': {
      ...{ display: 'block !important', position: 'static !important', maxWidth: 'none !important' },
      ...{ minHeight: '0 !important', margin: '0 !important', padding: '0 !important', border: '0 !important' },
      background: 'none !important',
    },
  },
  // A4 or Letter, as the printer has it: the margins are the same.
  '@page': { size: 'auto', margin: '18mm' },
};

export const PrintStyles = () => <GlobalStyles styles={styles} />;
