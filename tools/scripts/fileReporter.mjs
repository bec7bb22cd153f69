import { writeSync } from 'node:fs';

/** A separate pipe, so that test output cannot interleave. */
const pipe = 3;
const tell = (line) => writeSync(pipe, `${JSON.stringify(line)}\n`);

/** Reports the start and the result of every test file to runSuites.ts. */
export default class FileReporter {
  onTestFileStart({ path }) {
    tell({ path });
  }

  onTestFileResult({ path }, { failureMessage, testResults }) {
    const cases = testResults.map(({ status, fullName }) => ({ status, fullName }));
    tell({ path, result: { message: failureMessage ?? '', cases } });
  }
}
