import { takePosted } from './browser';
import './computedStyle';
import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';
import { watchConsole } from './console';
import { identity } from './identity';
import { leaveHistory } from './leaveHistory';
import { takeProblems, unmountAll } from './renderApp';

const realSetImmediate = setImmediate;

configure({
  // Slow machines need more than the default.
  asyncUtilTimeout: 10_000,
  // React's scheduler does not use fake timers.
  unstable_advanceTimersWrapper: async (advance) => {
    await advance();
    await new Promise((resolve) => realSetImmediate(resolve));
  },
  // Otherwise an error lists all roles of the page.
  getElementError: (message) => new Error(`${message?.split('\n\n')[0] ?? ''}\n\n${document.body.textContent}`),
});

let endWatch: () => string[];

beforeEach(() => {
  endWatch = watchConsole();
});

afterEach(async () => {
  unmountAll();
  await leaveHistory();
  jest.useRealTimers();
  const unexpected = endWatch();
  const problems = takeProblems();
  takePosted('');
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
  identity.reset();
  expect({ unexpected, problems }).toEqual({ unexpected: [], problems: [] });
});
