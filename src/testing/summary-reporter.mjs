/**
 * Closes a test run with one line on stdout that a person or a script can rely on; Jest's own summary goes to stderr.
 * Plain JavaScript, because Jest loads it outside its transforms.
 */
export default class SummaryReporter {
  #closingLine = '';

  constructor() {
    // Jest puts its own summary after every reporter; only the end of the process is later than that.
    process.once('exit', () => process.stdout.write(this.#closingLine));
  }

  onRunComplete(_contexts, results) {
    // A file that does not load has no tests to count, and must not look like a pass.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    this.#closingLine = `${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`;
  }
}
