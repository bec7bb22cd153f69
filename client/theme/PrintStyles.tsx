import GlobalStyles from '@mui/material/GlobalStyles';

/** Prints documents only: hides elements that neither contain a document nor are in one, and collapses their containers. */
const styles = {
  '@media print': {
    'body :not(:has([data-paper]), [data-paper], [data-paper] *)': { display: 'none !important' },
    'body, body :has([data-paper])': {
      ...{ display: 'block !important', position: 'static !important', maxWidth: 'none !important' },
      ...{ minHeight: '0 !important', margin: '0 !important', padding: '0 !important', border: '0 !important' },
      background: 'none !important',
    },
  },
  // The same margins for A4 and Letter.
  '@page': { size: 'auto', margin: '18mm' },
};

export const PrintStyles = () => <GlobalStyles styles={styles} />;
