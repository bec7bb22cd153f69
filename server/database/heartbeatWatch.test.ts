import { MongoClient } from 'mongodb';
import { watchHeartbeats } from './heartbeatWatch';

const [one, other] = ['127.0.0.1:1', '127.0.0.1:2'];
const grace = 500;
const connectTimeoutMS = 2_000;
const heartbeatFrequencyMS = 3_000;

let client: MongoClient;
let hung: number;
let watch: { readonly close: () => void };

beforeEach(() => {
  jest.useFakeTimers();
  hung = 0;
  // It connects to nothing: what the driver tells of its looks is told here.
  client = new MongoClient('mongodb://127.0.0.1:1', { connectTimeoutMS, heartbeatFrequencyMS });
  watch = watchHeartbeats(client, () => (hung += 1));
});
afterEach(() => {
  watch.close();
  jest.useRealTimers();
});

const start = (connectionId: string, awaited = false) =>
  client.emit('serverHeartbeatStarted', { connectionId, awaited });

function hungAfter(milliseconds: number): number {
  jest.advanceTimersByTime(milliseconds);
  return hung;
}

test.each([
  ['at once', false, connectTimeoutMS + grace],
  ['when something changes', true, connectTimeoutMS + heartbeatFrequencyMS + grace],
])('a look whose answer is to come %s and does not end is told, and told once', (_, awaited, limit) => {
  start(one, awaited);
  expect(hungAfter(limit - 1)).toBe(0);
  expect(hungAfter(1)).toBe(1);
  expect(hungAfter(60_000)).toBe(1);
});

const told = (connectionId: string) => ({ connectionId, awaited: false, duration: 1 });
const ends: readonly (readonly [string, (address: string) => unknown])[] = [
  ['succeeds', (address) => client.emit('serverHeartbeatSucceeded', { ...told(address), reply: {} })],
  ['fails', (address) => client.emit('serverHeartbeatFailed', { ...told(address), failure: new Error('refused') })],
  ['is of a server that is left', (address) => client.emit('serverClosed', { topologyId: 1, address })],
  ['is followed by another in time', (address) => start(address)],
];

test.each(ends)('a look that %s has not hung; that of another server still has', (_, end) => {
  start(one);
  start(other);
  jest.advanceTimersByTime(connectTimeoutMS);
  end(one);
  expect(hungAfter(grace)).toBe(1);
});

test('a watch that is closed tells nothing', () => {
  start(one);
  watch.close();
  expect(hungAfter(60_000)).toBe(0);
});
