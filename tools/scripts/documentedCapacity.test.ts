import { readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(file, 'utf8');
const figures = <T>(name: string) => JSON.parse(read(`tools/bench/figures/${name}.json`)) as T;

interface Figures {
  readonly requestsPerSecond: number;
  readonly p99: number;
  readonly residentMb: number;
}
interface Workloads {
  readonly rows: readonly {
    readonly workload: string;
    readonly connections: number;
    readonly measured: { readonly shop: { readonly figures: Figures } };
  }[];
}
const shopAt = (file: 'repeated' | 'distinct', connections: number) =>
  figures<Workloads>(file)
    .rows.filter((row) => row.connections === connections)
    .map(({ workload, measured }) => ({ workload, ...measured.shop.figures }));
const repeated = shopAt('repeated', 16);
const reads = repeated.filter(({ workload }) => /^W[123]$/.test(workload));

const soak = figures<{
  answered: number;
  failures: Readonly<Record<string, number>>;
  slope: number;
  samples: { rssMb: number }[];
}>('soak');
const memory = figures<{ rows: { residentMb: number }[] }>('memory');
const growth = figures<{ rows: { workload: string; products: number; times: number; heapMb: number }[] }>('growth');

const most = (numbers: readonly number[]) => Math.max(...numbers);
const least = (numbers: readonly number[]) => Math.min(...numbers);
const count = (number: number) => Math.round(number).toLocaleString('en-US');
const times = (number: number) => number.toFixed(2);

/** A workload whose inputs differ each time. */
function each(workload: string): string {
  const found = shopAt('distinct', 16).find((row) => row.workload === workload);
  return `${count(found?.requestsPerSecond ?? 0)} a second, p99 ${count(found?.p99 ?? 0)} ms`;
}

/** What the line of a report that begins so says at its end. */
function barOf(report: 'load' | 'checkout', start: string): number {
  const { bars } = figures<{ bars: { text: string }[] }>(report);
  const text = bars.find((bar) => bar.text.startsWith(start))?.text ?? '';
  return Number(/: ([\d.]+)(?: \(.*\))?$/.exec(text)?.[1]);
}

function growthOf(workload: string, value: 'times' | 'heapMb'): number {
  const found = growth.rows.filter((row) => row.workload === workload);
  const at = (products: number) => found.find((row) => row.products === products)?.[value] ?? NaN;
  return value === 'times' ? at(100_000) : at(100_000) - at(1_000);
}

const cart = repeated.find(({ workload }) => workload === 'W4');
const documented = [
  [
    'repeated GraphQL reads, one process, 16 connections',
    `${count(least(reads.map((row) => row.requestsPerSecond)))} to ${count(most(reads.map((row) => row.requestsPerSecond)))} a second, ` +
      `p99 ${times(least(reads.map(({ p99 }) => p99)))} to ${times(most(reads.map(({ p99 }) => p99)))} ms`,
  ],
  ['other pages of the catalogue each time', each('W1')],
  ['other products each time', each('W2')],
  ['other searches each time', each('W3')],
  ['additions to a cart, on disk', `${count(cart?.requestsPerSecond ?? 0)} a second, p99 ${count(cart?.p99 ?? 0)} ms`],
  [
    'an hour of 200 mixed requests a second',
    `${Object.keys(soak.failures).length === 0 ? 'none' : 'some'} of ${count(soak.answered)} failed`,
  ],
  ['a minute of 200 mixed requests a second', `p99 ${count(barOf('load', '200/s: p99'))} ms`],
  ['a minute of 1,000 mixed requests a second', `p99 ${count(barOf('load', '1000/s: p99'))} ms`],
  ['20 purchases a second', `p95 ${barOf('checkout', '20/s: submit to placed')} ms from 'Place order' to the order`],
  [
    'purchases of 16 clients without a pause',
    `${barOf('checkout', '16 clients: at least')} a second, the last call p95 ${barOf('checkout', '16 clients: the last call')} ms`,
  ],
  [
    'API process, repeated reads, changes and the mix at 64 connections',
    `at most ${count(most(memory.rows.map(({ residentMb }) => residentMb)))} MB`,
  ],
  [
    'API process, other pages, products and searches each time at 64 connections',
    `at most ${count(most(shopAt('distinct', 64).map(({ residentMb }) => residentMb)))} MB`,
  ],
  [
    'API process, an hour of 200 mixed requests a second',
    `at most ${count(most(soak.samples.map(({ rssMb }) => rssMb)))} MB; its heap grew by ${soak.slope.toFixed(3)} MB a minute`,
  ],
  [
    'API process, 100,000 instead of 1,000 products',
    `${most(['W1', 'W2', 'W3'].map((workload) => growthOf(workload, 'heapMb'))).toFixed(1)} MB more heap`,
  ],
];

const page = read('docs/operating/capacity.md');

test('each row of docs/operating/capacity.md has the figures of tools/bench/figures', () => {
  const rows = [...page.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, what = '', measured = '']) => [what, measured]);
  const isMeasured = ([what = '', measured = '']: string[]) => what !== '' && /\d/.test(measured);
  expect(rows.filter(isMeasured)).toEqual(documented);
});

test('docs/operating/capacity.md has the growth of tools/bench/figures', () => {
  const [list, product, search] = ['W1', 'W2', 'W3'].map((workload) => times(growthOf(workload, 'times')));
  expect(page.replaceAll(/\s+/g, ' ')).toContain(
    `With 100,000 products a page costs ${list} times what it costs with 1,000, a product ${product} times, a search ${search} times.`,
  );
});
