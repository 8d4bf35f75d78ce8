/**
 * A sentence with `{name}` or `{name:format}` for each value; with `{count}`, one form for one and one for other numbers.
 */
export type Text = string | { readonly one: string; readonly other: string };
export type Catalogue = Readonly<Record<string, Text>>;

/** Value types by format; plain data, because they cross threads and the network. */
interface Formats {
  readonly bytes: number;
  readonly duration: number;
  readonly percent: number;
  /** A number without group separators: a port, a year, a width in pixels. */
  readonly plain: number;
  /** An instant in ISO format: only a page knows how its reader writes dates. */
  readonly time: string;
}

/** Values without a format. A nested message is written in the same language. */
export type Value = string | number | Message | readonly (string | Message)[];
export type Values = Readonly<Record<string, Value>>;

/**
 * A report to people: formatted in the reader's language where it is displayed. At run time it is plain data. Only for
 * the compiler it is also a symbol, the one type that TypeScript refuses in template literals and beside `+`, where it
 * would become “[object Object]”.
 */
export type Message = symbol & {
  readonly code: string;
  readonly values?: Values;
};

type Forms<T extends Text> = T extends string
  ? T
  : T extends { one: infer One; other: infer Other }
    ? One | Other
    : never;
type PlaceholdersIn<T> = T extends `${string}{${infer Placeholder}}${infer Rest}`
  ? Placeholder | PlaceholdersIn<Rest>
  : never;
/** `name` or `name:format` of each placeholder of a text. */
export type Placeholders<T extends Text> = PlaceholdersIn<Forms<T>> | (T extends string ? never : 'count');
type NameOf<Placeholder> = Placeholder extends `${infer Name}:${string}` ? Name : Placeholder;
type ValueOf<Placeholder> = Placeholder extends 'count'
  ? number
  : Placeholder extends `${string}:${infer Format extends keyof Formats}`
    ? Formats[Format]
    : Value;

/** The values of a text, by name. */
export type ValuesOf<T extends Text> = {
  readonly [Placeholder in Placeholders<T> as NameOf<Placeholder> & string]: ValueOf<Placeholder>;
};

/** As rest arguments: none if the text takes no values. */
export type ValueArguments<T extends Text> = [Placeholders<T>] extends [never]
  ? readonly [values?: Readonly<Record<string, never>>]
  : readonly [values: ValuesOf<T>];

/** The same keys as English, each with the same forms. `Mismatch` compares the placeholders. */
export type Translation<English extends Catalogue> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : { one: string; other: string };
};

/** Keys whose translation takes other values than English; `never` if there are none. */
export type Mismatch<English extends Catalogue, Other extends Translation<English>> = {
  [Key in keyof English]: [Placeholders<English[Key]>, Placeholders<Other[Key]>] extends [
    Placeholders<Other[Key]>,
    Placeholders<English[Key]>,
  ]
    ? never
    : Key;
}[keyof English];
