import { listening } from './listening';
import { repeating } from './measure';
import { sendAtRate } from './sendAtRate';
import { createBareServer } from './servers/bareAnswers';

const page = {
  path: '/graphql',
  body: { operationName: 'Page', query: 'query Page { categories { id } }', variables: {} },
};

test('sends at a fixed rate and measures latency from the due time', async () => {
  const slow = createBareServer({}).on('request', () => undefined);
  slow.removeAllListeners('request').on('request', (_request, response) => {
    setTimeout(() => response.writeHead(503, { 'Retry-After': '1', 'Content-Length': '0' }).end(), 100);
  });
  try {
    const port = await listening(slow);
    const next = repeating([page], port);
    const arrived = await sendAtRate({ port, rate: 100, seconds: 0.5, next });
    expect(arrived).toHaveLength(50);
    expect(arrived.every(({ status, retryAfter, failure }) => status === 503 && retryAfter && failure === '503')).toBe(
      true,
    );
    expect(Math.min(...arrived.map(({ latency }) => latency))).toBeGreaterThanOrEqual(99);
  } finally {
    slow.close();
  }
});

test('a connection that the server closes between two requests is not a failure', async () => {
  const answer = { status: 200, headers: ['Content-Length', '2'], body: '{}' };
  const closing = createBareServer({ Page: answer });
  closing.keepAliveTimeout = 20;
  try {
    const port = await listening(closing);
    const next = repeating([page], port);
    const arrived = await sendAtRate({ port, rate: 4, seconds: 1, next });
    expect(arrived.map(({ failure }) => failure)).toEqual([null, null, null, null]);
  } finally {
    closing.close();
  }
});
