/** Where something is counted (`{count}`), the form for one and that for any other number. */
export type Text = string | { readonly one: string; readonly other: string };

/** What stands in for `{name}`; numbers are written as the language writes them. */
export type TextValues = Readonly<Record<string, string | number>>;

export function fillIn(language: string): (text: Text, values?: TextValues) => string;
