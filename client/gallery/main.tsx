import '../app/styles/fonts.css';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { createRoot } from 'react-dom/client';
import { theme } from '../theme/theme';
import { Gallery } from './Gallery';

const root = document.getElementById('root');
if (!root) throw new Error('theme.html has no #root');
createRoot(root).render(
  <ThemeProvider theme={theme} defaultMode="system">
    <CssBaseline />
    <Gallery />
  </ThemeProvider>,
);
