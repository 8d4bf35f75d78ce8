/** Not a limit of any test's subject: it only ends an endless wait, even on a slow and busy machine. */
const longestWaitMs = Number(process.env.VITRINE_LONGEST_WAIT_MS ?? 60_000);
const everyMs = 20;
/** What takes long is looked at less often: on a busy machine each look takes time from what it waits for. */
const mostMs = 100;

/** Polls until `seen` returns something; the error names what was awaited. */
export async function until<Seen>(
  what: string,
  seen: () => Promise<Seen | null | false | undefined> | Seen | null | false | undefined,
  waitMs = longestWaitMs,
): Promise<Seen> {
  const since = performance.now();
  for (;;) {
    const value = await seen();
    if (value) return value;
    const waited = performance.now() - since;
    if (waited > waitMs) throw new Error(`${what}: not within ${waitMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(mostMs, everyMs + waited / 10)));
  }
}
