import './app/styles/fonts.css';
import './app/styles/tokens.css';
import './app/styles/frame.css';
import './app/styles/shop.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/App';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const app = <App inRouter={(children) => <BrowserRouter>{children}</BrowserRouter>} />;
// A transition lets the browser paint between the steps of the first render. Where the HTML brings the page's words, they
// stay as they are, their animation under way too.
startTransition(() => {
  if (root.firstElementChild) hydrateRoot(root, app);
  else createRoot(root).render(app);
});
