import './app/styles/fonts.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/App';
import { readPageData } from './app/pageData';
import { loadPageAt } from './app/router';
import { routerWindow } from './lib/backButton';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const pageData = readPageData();
const address = routerWindow();
const app = (
  <App pageData={pageData} inRouter={(children) => <BrowserRouter window={address}>{children}</BrowserRouter>} />
);
// A transition lets the browser paint between the steps of hydration. The server's markup stays, with running animations;
// without the data that it was rendered with, the page is rendered from scratch.
if (root.firstElementChild && pageData !== undefined) {
  const hydrate = () => startTransition(() => void hydrateRoot(root, app));
  // Pages show their own load errors.
  loadPageAt(window.location.pathname).then(hydrate, hydrate);
} else {
  startTransition(() => createRoot(root).render(app));
}
