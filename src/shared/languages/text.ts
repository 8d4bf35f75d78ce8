/** A sentence with `{name}` or `{name:format}` where a value goes; where `{count}` decides, one form for one and one for the rest. */
export type Text = string | { readonly one: string; readonly other: string };
export type Catalogue = Readonly<Record<string, Text>>;

/** What a format after the colon takes: all are plain data, as they cross threads and the network. */
interface Formats {
  readonly bytes: number;
  readonly duration: number;
  readonly percent: number;
  /** A number that is written as it is: a port, a year, a width in pixels. */
  readonly plain: number;
  /** An instant in ISO format: only a page knows how its reader writes dates. */
  readonly time: string;
}

/** What goes where no format is named. A message within a message is written in the same language. */
export type Value = string | number | Message | readonly (string | Message)[];
export type Values = Readonly<Record<string, Value>>;

/**
 * What one part of the player reports to people: it becomes a sentence where somebody reads it, in their language.
 *
 * At run time it is plain data. Only the compiler takes it for a symbol as well: in a template literal or beside `+` it would become
 * “[object Object]”, and a symbol is the only type that TypeScript refuses there.
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
/** `name` or `name:format` of each value that a text takes. */
export type Placeholders<T extends Text> = PlaceholdersIn<Forms<T>> | (T extends string ? never : 'count');
type NameOf<Placeholder> = Placeholder extends `${infer Name}:${string}` ? Name : Placeholder;
type ValueOf<Placeholder> = Placeholder extends 'count'
  ? number
  : Placeholder extends `${string}:${infer Format extends keyof Formats}`
    ? Formats[Format]
    : Value;

/** The values that a text needs, by name. */
export type ValuesOf<T extends Text> = {
  readonly [Placeholder in Placeholders<T> as NameOf<Placeholder> & string]: ValueOf<Placeholder>;
};

/** As arguments: nothing where the text takes nothing. */
export type ValueArguments<T extends Text> = [Placeholders<T>] extends [never]
  ? readonly [values?: Readonly<Record<string, never>>]
  : readonly [values: ValuesOf<T>];

/** The same keys as English; of each, the same forms. Their placeholders are compared by `Mismatch`. */
export type Translation<English extends Catalogue> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : { one: string; other: string };
};

/** The keys of which a translation takes other values than English does; never, where all is well. */
export type Mismatch<English extends Catalogue, Other extends Translation<English>> = {
  [Key in keyof English]: [Placeholders<English[Key]>, Placeholders<Other[Key]>] extends [
    Placeholders<Other[Key]>,
    Placeholders<English[Key]>,
  ]
    ? never
    : Key;
}[keyof English];
