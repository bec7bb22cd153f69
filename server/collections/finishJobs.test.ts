import { asUser, testTime } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { finishJobs } from './finishJobs';
import { userDeletionId } from '../database/jobs.repository';

const database = useTestDatabase();
const repositories = () => database.repositories;

let warnings: unknown[];
let refused: ReadonlySet<string>;
const log = { info: () => undefined, warn: (line: unknown) => void warnings.push(line) };
const identity = {
  disableAccount: (uid: string) => (refused.has(uid) ? Promise.reject(new Error('no answer')) : Promise.resolve(null)),
};
beforeEach(() => {
  warnings = [];
  refused = new Set();
});

const finish = () => finishJobs({ repositories: repositories(), identity, log, now: () => testTime });

/** A user whose deletion job was stored before the process died. */
async function isToBeDeleted(uid: string): Promise<void> {
  await asUser(repositories(), uid);
  await repositories().jobs.start({ _id: userDeletionId(uid), kind: 'deleteUser', uid, startedAt: testTime });
}

const left = async (uid: string) => (await repositories().users.findByUid(uid)) !== null;

test('finishes a job once, even when run twice or by two processes concurrently', async () => {
  await isToBeDeleted('ada');
  await Promise.all([finish(), finish()]);
  await finish();
  expect(await left('ada')).toBe(false);
  expect(await repositories().deletedUsers.has('ada')).toBe(true);
  expect(await repositories().jobs.find(10)).toEqual([]);
});

test('a failing job does not block the next and is finished by a later run', async () => {
  await isToBeDeleted('ada');
  await isToBeDeleted('bob');
  refused = new Set(['ada']);
  await finish();
  expect([await left('ada'), await left('bob')]).toEqual([false, false]);
  expect((await repositories().jobs.find(10)).map(({ _id }) => _id)).toEqual([userDeletionId('ada')]);
  expect(warnings).toEqual([{ job: userDeletionId('ada'), err: expect.any(Error) as Error }]);
  refused = new Set();
  await finish();
  expect(await repositories().jobs.find(10)).toEqual([]);
});
