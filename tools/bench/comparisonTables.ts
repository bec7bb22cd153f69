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
/** By then a server has compiled what they take. */
const warmUpRequests = 10_000;
const longestWarmUpSeconds = 30;
const secondsOf = (round: number, { seconds }: Settings) => (round === 0 ? Math.min(warmUpSeconds, seconds) : seconds);
const writes = new Set<WorkloadId>(['W4', 'W5']);

/** Before the first round: what a server does in its first seconds it never does again. */
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

/** The same few requests over and over, as most of a shop's reads are. */
export async function compareRepeated(
  { shop, targets, material }: Contenders,
  settings: Settings,
  onRow: (row: Comparison) => void,
): Promise<Comparison[]> {
  const rows: Comparison[] = [];
  for (const workload of settings.workloads) {
    const requests = repeatedRequests(workload, material);
    // The plain server has no REST table.
    const names: ContenderName[] = workload === 'W1-REST' ? ['shop', 'bare'] : ['shop', 'bare', 'plain'];
    // What a write takes, no read of the warm-up has.
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
/** There are only so many slugs and texts in names; a run ends with them. */
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
 * No two requests of a run are equal, and the catalogue changes before each run: nothing can come from a cache. A run ends
 * early when there are no more requests.
 */
export async function compareDistinct(
  { shop, targets, material }: Contenders,
  settings: Settings,
  onRow: (row: Comparison) => void,
): Promise<Comparison[]> {
  const rows: Comparison[] = [];
  for (const workload of distinctIds.filter((id) => settings.workloads.includes(id))) {
    // Nothing of it is answered from memory, so that every server compiles what they take.
    await answerAll(Object.values(targets), distinctRequests(workload, material, warmUpRequests, 1));
    for (const connections of settings.connections) {
      const contender = (name: ContenderName) => ({
        target: targets[name],
        runOf: async (round: number) => {
          const seconds = secondsOf(round, settings);
          await shop.changeCatalogue();
          const requests = distinctRequests(workload, material, amounts[workload](seconds), 100 * connections + round);
          // The bare server keeps nothing, and would be through with them too soon.
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

/** What the plain server must reach, from memory, of what the smallest schema on Apollo Server and Express reaches. */
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
