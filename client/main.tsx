import './app/styles/fonts.css';
import './app/styles/tokens.css';
import './app/styles/frame.css';
import './app/styles/shop.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/App';
import { readPageData } from './app/pageData';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const pageData = readPageData();
const app = <App pageData={pageData} inRouter={(children) => <BrowserRouter>{children}</BrowserRouter>} />;
// A transition lets the browser paint between the steps of the first render. What the server has drawn stays as it is, its
// animation under way too; without the data that it was drawn from it is drawn anew.
startTransition(() => {
  if (root.firstElementChild && pageData !== undefined) hydrateRoot(root, app);
  else createRoot(root).render(app);
});
