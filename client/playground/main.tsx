import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import { ThemeProvider } from '@mui/material/styles';
import { createRoot } from 'react-dom/client';
import { theme } from '../theme/theme';
import { Playground } from './Playground';

const root = document.getElementById('root');
if (!root) throw new Error('playground.html has no #root');
createRoot(root).render(
  <ThemeProvider theme={theme} defaultMode="system">
    <Playground />
  </ThemeProvider>,
);
