import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedProducts } from '../../server/collections/generated';
import { graphql } from '../../server/testing/shopClient';
import { captureAnswer, dataOf } from './captureAnswer';
import type { Target } from './measure';
import { patiently } from './patiently';
import { bytesOf, keyOf, type ShopRequest } from './requests';
import type { ReadyAnswers } from './servers/bareAnswers';
import { startBenchShop, type BenchShop } from './startBenchShop';
import { buildServers, startServer, type MeasuredProcess } from './startMeasured';
import { distinctIds, distinctRequests, repeatedRequests, type Material } from './workloads';

export type ContenderName = 'shop' | 'bare' | 'plain';

export interface Contenders {
  readonly shop: BenchShop;
  readonly material: Material;
  readonly targets: Readonly<Record<ContenderName, Target>>;
  /** `plain` from memory, and the smallest schema on Apollo Server and Express. */
  readonly plainFromMemory: Target;
  readonly small: Target;
  readonly stop: () => Promise<void>;
}

export interface ContenderOptions {
  readonly products: number;
  readonly people: number;
  readonly nodeOptions: readonly string[];
}

const anyCursor = '{ products(first: 1) { pageInfo { endCursor } } }';

export async function materialOf(shop: BenchShop, products: number): Promise<Material> {
  const { products: page } = await patiently(() =>
    graphql<{ products: { pageInfo: { endCursor: string } } }>(shop.url, shop.people[0]?.idToken ?? '', anyCursor),
  );
  return {
    products: generatedProducts(0, products, 0),
    idTokens: shop.people.map(({ idToken }) => idToken),
    cursor: page.pageInfo.endCursor,
  };
}

/** One request of every kind, which the shop and the plain server must answer alike. */
function samples(material: Material): ShopRequest[] {
  return [
    ...repeatedRequests('W5', material).slice(0, 100),
    ...repeatedRequests('W1-REST', material),
    ...distinctIds.flatMap((id) => distinctRequests(id, material, 5, 1)),
  ];
}

/** Captures the shop's responses for the bare server and checks that the plain one returns the same data. */
async function answersOf(shop: Target, plain: Target, material: Material): Promise<ReadyAnswers> {
  const answers: ReadyAnswers = {};
  for (const request of samples(material)) {
    const key = keyOf(request);
    const answer = await captureAnswer(shop.port, request);
    if (answer.status !== 200) throw new Error(`The shop answers ${answer.status} to ${key}: ${answer.body}`);
    Object.assign(answers, { [key]: answer });
    if (request.body === null || key === 'AddToStore') continue;
    const other = await captureAnswer(plain.port, request);
    if (dataOf(other) !== dataOf(answer)) {
      throw new Error(`The plain server answers ${key} otherwise:\n${other.body}\nand the shop:\n${answer.body}`);
    }
  }
  return answers;
}

/** Starts the shop and the servers that it is compared with, on the same database. */
export async function startContenders(options: ContenderOptions): Promise<Contenders> {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-bench-answers-'));
  const started: MeasuredProcess[] = [];
  const keep = <T extends MeasuredProcess>(process: T): T => {
    started.unshift(process);
    return process;
  };
  const stop = async () => {
    for (const process of started) await process.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const shop = keep(await startBenchShop(options));
    await shop.changeCatalogue();
    await buildServers();
    const plainArguments = [shop.uri, shop.projectId, new URL(shop.identityUrl).host];
    const plain = keep(await startServer('plain', plainArguments));
    const plainFromMemory = keep(await startServer('plain', [...plainArguments, 'memory']));
    const small = keep(await startServer('small', []));
    const material = await materialOf(shop, options.products);
    const { databasePid } = shop;
    const file = join(folder, 'answers.json');
    const answers = await answersOf({ ...shop, databasePid }, { ...plain, databasePid }, material);
    writeFileSync(file, JSON.stringify(answers));
    const bare = keep(await startServer('bare', [file]));
    await checkBare(bare.port, answers, material);
    await shop.emptyStores();
    return {
      shop,
      material,
      targets: { shop, plain: { ...plain, databasePid }, bare: { ...bare, databasePid: null } },
      plainFromMemory: { ...plainFromMemory, databasePid: null },
      small: { ...small, databasePid: null },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function checkBare(port: number, answers: ReadyAnswers, material: Material): Promise<void> {
  for (const request of samples(material)) {
    const answer = await captureAnswer(port, request);
    if (JSON.stringify(answer) !== JSON.stringify(answers[keyOf(request)])) {
      throw new Error(`The bare server answers otherwise to ${bytesOf(request, port).toString()}`);
    }
  }
}
