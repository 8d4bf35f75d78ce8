/**
 * Like Promise.all over a map, with at most `limit` calls at a time. After a failure no further call begins, and it
 * rejects once the running calls have ended.
 */
export async function mapLimited<In, Out>(
  values: readonly In[],
  limit: number,
  work: (value: In) => Promise<Out>,
): Promise<Out[]> {
  const results = new Array<Out>(values.length);
  const pending = values.entries();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const [index, value] of pending) {
      if (failures.length > 0) return;
      try {
        results[index] = await work(value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, values.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}
