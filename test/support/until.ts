/** No test is judged by it: it ends what would wait for ever, on a slow and busy machine too. */
const longestWaitMs = Number(process.env.VITRINE_LONGEST_WAIT_MS ?? 60_000);
const everyMs = 20;

/** Looks again and again until `seen` answers something; what was waited for is the complaint. */
export async function until<Seen>(
  what: string,
  seen: () => Promise<Seen | null | false | undefined> | Seen | null | false | undefined,
  waitMs = longestWaitMs,
): Promise<Seen> {
  const since = performance.now();
  for (;;) {
    const value = await seen();
    if (value) return value;
    if (performance.now() - since > waitMs) throw new Error(`${what}: not within ${waitMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
