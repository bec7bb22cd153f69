import { MongoClient, type Db, type Document } from 'mongodb';
import { longRunningOptions } from '../database/clientOptions';
import { createRepositories, type Repositories } from '../collections/repositories';
import type { TestDatabase } from './startTestDatabase';

/**
 * Tests that count examined documents: skipped where KIOSK_OTHER_PLANS says that a server has other plans, or reports
 * them differently.
 */
export const testOfPlans = process.env['KIOSK_OTHER_PLANS'] ? test.skip : test;

interface Examined<T> {
  readonly result: T;
  readonly examined: number;
  /** Documents examined in this collection. */
  readonly examinedIn: (collection: string) => number;
}

export interface Watch {
  /** A database handle whose commands are recorded. */
  readonly db: Db;
  readonly repositories: Repositories;
  /** Runs the work and asks the server how many documents all of its commands examined. */
  readonly examinedBy: <T>(work: () => Promise<T>) => Promise<Examined<T>>;
  /** The collections that the work reads, one per command. */
  readonly readsOf: (work: () => Promise<unknown>) => Promise<string[]>;
  /** Every command that the work has sent, as 'insert storeEntries', in order. */
  readonly commandsOf: (work: () => Promise<unknown>) => Promise<string[]>;
  /** The documents that the work receives. */
  readonly documentsOf: (work: () => Promise<unknown>) => Promise<Document[]>;
  readonly stop: () => Promise<void>;
}

/** Fields that the driver adds to every command. */
const addedByDriver: ReadonlySet<string> = new Set(['lsid', '$clusterTime', '$db']);

/** The name of a command is its first field. */
const namedOf = (command: Document) => Object.entries(command)[0]?.join(' ') ?? '';
const isRead = (command: Document) => 'find' in command || 'aggregate' in command;
const collectionOf = ({ find, aggregate }: Document) => String(find ?? aggregate);

export function recordCommands({ uri, databaseName, db }: Pick<TestDatabase, 'uri' | 'databaseName' | 'db'>): Watch {
  const client = new MongoClient(uri, { ...longRunningOptions, monitorCommands: true });
  let commands: Document[] = [];
  let documents: Document[] = [];
  client.on('commandStarted', ({ command }) => void commands.push(command as Document));
  client.on('commandSucceeded', ({ reply }) => {
    const { cursor } = reply as { cursor?: { firstBatch?: Document[] } };
    documents.push(...(cursor?.firstBatch ?? []));
  });
  const watched = client.db(databaseName);
  return {
    db: watched,
    repositories: createRepositories(watched),
    async examinedBy(work) {
      commands = [];
      const result = await work();
      const perCollection = new Map<string, number>();
      const examinedIn = (collection: string) => perCollection.get(collection) ?? 0;
      for (const recorded of commands.filter(isRead)) {
        // Explain refuses these fields.
        const command = Object.fromEntries(Object.entries(recorded).filter(([name]) => !addedByDriver.has(name)));
        const explain = { explain: command, verbosity: 'executionStats' };
        const { executionStats } = await db.command(explain, { ignoreUndefined: true });
        const examined = Number((executionStats as { totalDocsExamined: number }).totalDocsExamined);
        perCollection.set(collectionOf(recorded), examinedIn(collectionOf(recorded)) + examined);
      }
      const examined = [...perCollection.values()].reduce((sum, count) => sum + count, 0);
      return { result, examined, examinedIn };
    },
    async readsOf(work) {
      commands = [];
      await work();
      return commands.filter(isRead).map(collectionOf);
    },
    async commandsOf(work) {
      commands = [];
      await work();
      return commands.map(namedOf);
    },
    async documentsOf(work) {
      documents = [];
      await work();
      return documents;
    },
    stop: () => client.close(),
  };
}
