import './app/styles/fonts.css';
import './app/styles/tokens.css';
import './app/styles/frame.css';
import './app/styles/shop.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// A transition lets the browser paint between the steps of the first render.
startTransition(() => createRoot(root).render(<App />));
