/** Whether this machine knows a time zone of that name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The first of these names that is a time zone's. */
export function firstTimeZone(...names: readonly (string | null)[]): string | null {
  return names.find((name) => name !== null && isTimeZone(name)) ?? null;
}
