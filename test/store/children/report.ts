/** A child tells its test what it saw as one line of JSON; what the test asserts stands in the test. */
export function report(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
