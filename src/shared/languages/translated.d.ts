/** Says what was said in English as `sentences` has it, which may have `{name}` for what differs. */
export function translated(sentences: Readonly<Record<string, string>>): (said: string) => string;
