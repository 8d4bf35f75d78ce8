/** Like Promise.all over a map, with at most `limit` in flight. The first failure is thrown, the rest is not begun. */
export async function mapLimited<In, Out>(
  values: readonly In[],
  limit: number,
  work: (value: In) => Promise<Out>,
): Promise<Out[]> {
  const results = new Array<Out>(values.length);
  const pending = values.entries();
  const worker = async (): Promise<void> => {
    for (const [index, value] of pending) results[index] = await work(value);
  };
  await Promise.all(Array.from({ length: Math.min(limit, values.length) }, worker));
  return results;
}
