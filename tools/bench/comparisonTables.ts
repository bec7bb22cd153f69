import { compare, type Measured } from './compare';
import { eachOnce, repeating, type Target } from './measure';
import type { ShopRequest } from './requests';
import { sendLoad } from './sendLoad';
import type { ContenderName, Contenders } from './startContenders';
import {
  distinctIds,
  distinctRequests,
  repeatedRequests,
  workloads,
  type DistinctId,
  type WorkloadId,
} from './workloads';

export interface Settings {
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: readonly number[];
  readonly workloads: readonly WorkloadId[];
}

export interface Comparison {
  readonly workload: WorkloadId;
  readonly title: string;
  readonly connections: number;
  readonly measured: Readonly<Partial<Record<ContenderName, Measured>>>;
}

const warmUpSeconds = 1;
/** Enough for the server to compile the hot code. */
const warmUpRequests = 10_000;
const longestWarmUpSeconds = 30;
const secondsOf = (round: number, { seconds }: Settings) => (round === 0 ? Math.min(warmUpSeconds, seconds) : seconds);
const writes = new Set<WorkloadId>(['W4', 'W5']);

/** Before the first round, so that one-time work of the first seconds is not measured. */
export async function warmUp({ targets, plainFromMemory, small, material }: Contenders): Promise<void> {
  const requests = overAndOver(repeatedRequests('W1', material), warmUpRequests);
  await answerAll([...Object.values(targets), plainFromMemory, small], requests);
}

const overAndOver = (requests: readonly ShopRequest[], amount: number): ShopRequest[] =>
  Array.from({ length: amount }, (_unused, index) => requests[index % requests.length] as ShopRequest);

async function answerAll(targets: readonly Target[], requests: readonly ShopRequest[]): Promise<void> {
  for (const { port } of targets) {
    await sendLoad({ port, connections: 16, seconds: longestWarmUpSeconds, next: eachOnce(requests, port) });
  }
}

/** Compares repeated requests, which most reads of a shop are. */
export async function compareRepeated(
  { shop, targets, material }: Contenders,
  settings: Settings,
  onRow: (row: Comparison) => void,
): Promise<Comparison[]> {
  const rows: Comparison[] = [];
  for (const workload of settings.workloads) {
    const requests = repeatedRequests(workload, material);
    // The plain server has no REST API.
    const names: ContenderName[] = workload === 'W1-REST' ? ['shop', 'bare'] : ['shop', 'bare', 'plain'];
    // The reads of the warm-up do not compile the code of writes.
    for (const name of workload === 'W4' ? names : []) {
      await shop.emptyStores();
      await answerAll([targets[name]], overAndOver(requests, warmUpRequests));
    }
    for (const connections of settings.connections) {
      const contender = (name: ContenderName) => ({
        target: targets[name],
        runOf: async (round: number) => {
          if (writes.has(workload)) await shop.emptyStores();
          const next = repeating(requests, targets[name].port);
          return { connections, seconds: secondsOf(round, settings), next };
        },
      });
      const contenders = Object.fromEntries(names.map((name) => [name, contender(name)]));
      const measured = await compare<ContenderName>(contenders, settings.rounds);
      rows.push({ workload, title: workloads[workload], connections, measured });
      rows.slice(-1).forEach(onRow);
    }
  }
  return rows;
}

/** More than Apollo answers in a second. */
const mostPerSecond = 10_000;
/** The number of distinct slugs and name parts is limited; a run ends with them. */
const amounts: Readonly<Record<DistinctId, (seconds: number) => number>> = {
  W1: (seconds) => mostPerSecond * seconds,
  W2: () => Infinity,
  W3: () => 12_000,
};

const titles: Readonly<Record<DistinctId, string>> = {
  W1: 'a page of 24 after another place each time',
  W2: 'another slug each time',
  W3: 'another text each time',
};

/**
 * Compares distinct requests; the catalogue changes before each run, so that nothing comes from a cache. A run ends
 * early when all requests are used.
 */
export async function compareDistinct(
  { shop, targets, material }: Contenders,
  settings: Settings,
  onRow: (row: Comparison) => void,
): Promise<Comparison[]> {
  const rows: Comparison[] = [];
  for (const workload of distinctIds.filter((id) => settings.workloads.includes(id))) {
    // Distinct requests warm up as well, so that uncached code is compiled.
    await answerAll(Object.values(targets), distinctRequests(workload, material, warmUpRequests, 1));
    for (const connections of settings.connections) {
      const contender = (name: ContenderName) => ({
        target: targets[name],
        runOf: async (round: number) => {
          const seconds = secondsOf(round, settings);
          await shop.changeCatalogue();
          const requests = distinctRequests(workload, material, amounts[workload](seconds), 100 * connections + round);
          // The bare server has no cache and would use up the requests too early.
          const next = (name === 'bare' ? repeating : eachOnce)(requests, targets[name].port);
          return { connections, seconds, next };
        },
      });
      const contenders = { shop: contender('shop'), bare: contender('bare'), plain: contender('plain') };
      const measured = await compare<ContenderName>(contenders, settings.rounds);
      rows.push({ workload, title: titles[workload], connections, measured });
      rows.slice(-1).forEach(onRow);
    }
  }
  return rows;
}

/**
 * The minimum throughput of the plain server from memory, as a share of the smallest schema's on Apollo Server and
 * Express.
 */
const fairShare = 0.75;

export interface Fairness {
  readonly plainFromMemory: Measured;
  readonly small: Measured;
  readonly share: number;
  readonly fair: boolean;
}

export async function checkFairness(
  { plainFromMemory, small, material }: Contenders,
  settings: Settings,
): Promise<Fairness> {
  const requests = repeatedRequests('W1', material);
  const contender = (target: typeof small) => ({
    target,
    runOf: (round: number) => ({
      connections: 16,
      seconds: secondsOf(round, settings),
      next: repeating(requests, target.port),
    }),
  });
  const measured = await compare<'plainFromMemory' | 'small'>(
    { plainFromMemory: contender(plainFromMemory), small: contender(small) },
    settings.rounds,
  );
  const share = measured.plainFromMemory.figures.requestsPerSecond / measured.small.figures.requestsPerSecond;
  return { ...measured, share, fair: share >= fairShare && measured.small.valid && measured.plainFromMemory.valid };
}
