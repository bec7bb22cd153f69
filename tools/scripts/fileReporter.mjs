import { writeSync } from 'node:fs';

/** A pipe of its own: what the tests print cannot come between. */
const pipe = 3;
const tell = (line) => writeSync(pipe, `${JSON.stringify(line)}\n`);

/** Tells runSuites.ts of every test file when it begins and how it ended. */
export default class FileReporter {
  onTestFileStart({ path }) {
    tell({ path });
  }

  onTestFileResult({ path }, { failureMessage, testResults }) {
    const cases = testResults.map(({ status, fullName }) => ({ status, fullName }));
    tell({ path, result: { message: failureMessage ?? '', cases } });
  }
}
