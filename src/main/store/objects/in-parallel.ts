/** Parallel files: more than `fs.ts` flushes at once, so that the next flush never waits for us. */
const atOnce = 16;

/** After a failure no further work begins, and this throws only after the running work has ended. */
export async function inParallel<Value>(
  values: readonly Value[],
  work: (value: Value) => Promise<void>,
): Promise<void> {
  const queue = values.values();
  const failures: unknown[] = [];
  await Promise.all(
    Array.from({ length: Math.min(atOnce, values.length) }, async () => {
      for (const value of queue) {
        if (failures.length > 0) return;
        try {
          await work(value);
        } catch (thrown) {
          failures.push(thrown);
        }
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
}
