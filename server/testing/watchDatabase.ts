import { MongoClient, type Document } from 'mongodb';
import { patientOptions } from '../database/clientOptions';
import { createRepositories, type Repositories } from '../database/repositories';
import type { TestDatabase } from './startTestDatabase';

/** Counts what is examined: left out where KIOSK_OTHER_PLANS says that a server's plans, or what it tells of them, are its own. */
export const testOfPlans = process.env['KIOSK_OTHER_PLANS'] ? test.skip : test;

export interface Watch {
  /** Of a connection whose commands are recorded. */
  readonly repositories: Repositories;
  /** Runs the work, and asks the server how many documents it looked at for all of its commands, and for those on users. */
  readonly examinedBy: <T>(work: () => Promise<T>) => Promise<{ result: T; examined: number; users: number }>;
  /** Which collections the work reads, a command each. */
  readonly readsOf: (work: () => Promise<unknown>) => Promise<string[]>;
  /** The documents that come over for it. */
  readonly documentsOf: (work: () => Promise<unknown>) => Promise<Document[]>;
  readonly stop: () => Promise<void>;
}

/** What the driver adds to every command, and explain refuses. */
const driverFields = new Set(['lsid', '$db', '$clusterTime']);

export function watchDatabase({ uri, databaseName, db }: Pick<TestDatabase, 'uri' | 'databaseName' | 'db'>): Watch {
  const client = new MongoClient(uri, { ...patientOptions, monitorCommands: true });
  let commands: Document[] = [];
  let documents: Document[] = [];
  client.on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find' || commandName === 'aggregate') commands.push(command as Document);
  });
  client.on('commandSucceeded', ({ reply }) => {
    const { cursor } = reply as { cursor?: { firstBatch?: Document[] } };
    documents.push(...(cursor?.firstBatch ?? []));
  });
  return {
    repositories: createRepositories(client.db(databaseName)),
    async examinedBy(work) {
      commands = [];
      const result = await work();
      let [examined, users] = [0, 0];
      for (const recorded of commands) {
        const command = Object.fromEntries(Object.entries(recorded).filter(([name]) => !driverFields.has(name)));
        const { executionStats } = await db.command({ explain: command, verbosity: 'executionStats' });
        const documents = Number((executionStats as { totalDocsExamined: number }).totalDocsExamined);
        examined += documents;
        if ((recorded['find'] ?? recorded['aggregate']) === 'users') users += documents;
      }
      return { result, examined, users };
    },
    async readsOf(work) {
      commands = [];
      await work();
      return commands.map(({ find, aggregate }) => String(find ?? aggregate));
    },
    async documentsOf(work) {
      documents = [];
      await work();
      return documents;
    },
    stop: () => client.close(),
  };
}
