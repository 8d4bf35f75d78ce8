import type { ParseArgsConfig } from 'node:util';
import type * as v from 'valibot';
import {
  isKnownMessage,
  type Message,
  type MessageCode,
  message,
} from '../../../shared/languages/message.ts';
import type { ActionPort, Facts, Requester, ScreenPicture } from './port.ts';

/** In the order in which pages show them. */
export const groups = ['content', 'screens', 'updates', 'player'] as const;

/** Something that a person or a fleet can have the player do. All ways to request it are made from this: see `table.ts`. */
export interface Action<Entries extends v.ObjectEntries = v.ObjectEntries> {
  /** The name of its file; the fleet's command and the address on the status page. */
  readonly name: string;
  readonly group: (typeof groups)[number];
  /** In English, for help and docs. */
  readonly summary: string;
  /** The JSON that it answers, for the contract; left out, nothing. */
  readonly answers?: string;
  readonly args: Entries;
  /** Arguments that only the control socket may give. */
  readonly onlyHere?: readonly (keyof Entries & string)[];
  /** `interrupts`: what the screens show changes at once. `ends`: the player ends, and is started again. */
  readonly effect?: 'interrupts' | 'ends';
  /** It changes nothing and answers the fleet; who is nearer has other ways to read that. */
  readonly reads?: true;
  /** How long it may take; two minutes by default. */
  readonly longestMs?: number;
  readonly buttons: readonly Button<v.InferInput<v.StrictObjectSchema<Entries, undefined>>>[];
  /** Its commands of the terminal, or the name of one in `cli/` that also works without a running player. One like `name` by default. */
  readonly commands?:
    | string
    | readonly CommandForm<v.InferOutput<v.StrictObjectSchema<Entries, undefined>>>[];
  /** Why it cannot work now; null: it can. A forecast for whoever offers it: `run` throws what is true. */
  cannot?(facts: Facts): Message | null;
  run(
    player: ActionPort,
    args: v.InferOutput<v.StrictObjectSchema<Entries, undefined>>,
    by: Requester,
  ): Done | Promise<Done>;
}

/** One button of a page, and of Home Assistant. */
export interface Button<Args = unknown> {
  readonly key: string;
  readonly args?: Args;
  readonly label: Message;
  /** Asked before it is done. */
  readonly ask?: Message;
  readonly done?: Message;
  /** There is nothing to do: what it brings about is so already. Pages leave it out. */
  isSo?(facts: Facts): boolean;
}

export interface Done {
  readonly answer?: unknown;
  /** What the fleet is answered instead. */
  readonly sentence?: Message;
  readonly picture?: ScreenPicture;
  /** Ends this player: called once the answer is on its way. */
  readonly after?: () => void;
}

/** A command that asks the running player. */
export interface CommandForm<Args = unknown> {
  readonly name?: string;
  readonly summary?: string;
  readonly usage?: string;
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  readonly positionals?: { readonly least: number; readonly most: number };
  readonly details?: string;
  /** Throws `wrong-usage` for what was typed wrongly. */
  args?(typed: Typed): Partial<Args>;
  /** What the terminal shows; without it, that it is done. `json` is the player's answer unless something else is given. */
  answered?(answer: never, args: Partial<Args>): { readonly text: string; readonly json?: unknown };
}

export interface Typed {
  readonly values: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];
}

type KeyIn<Code> = Code extends `action.${infer Key}`
  ? Key extends `${string}.${string}`
    ? never
    : Key
  : never;
type ButtonKey = KeyIn<MessageCode>;

/** A button with its texts of the catalogue: `action.KEY`, `action.KEY.done` and, where it asks first, `action.KEY.ask`. */
export function button<const Args = never>(
  key: ButtonKey,
  more: Pick<Button<Args>, 'args' | 'isSo'> = {},
): Button<Args> {
  const [ask, done] = ['ask', 'done'].map((name): unknown => ({ code: `action.${key}.${name}` }));
  return {
    key,
    label: message(`action.${key}`),
    ...(isKnownMessage(ask) ? { ask } : {}),
    ...(isKnownMessage(done) ? { done } : {}),
    ...more,
  };
}

/** Lets the compiler infer the types of the arguments. */
export function action<const Entries extends v.ObjectEntries>(definition: Action<Entries>): Action {
  return definition as unknown as Action;
}
