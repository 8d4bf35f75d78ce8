import * as v from 'valibot';
import { fleetCommands } from '../config/fleet-commands.ts';

export type CommandName = (typeof fleetCommands)[number];

const nothing = v.strictObject({});
const screenId = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/));

/** Everything that a fleet can ask of a player. There is no shell in it, and no address to fetch from. */
export const commandList = {
  sync: { args: nothing, does: 'visits the CMS now' },
  rollback: { args: nothing, does: 'goes back to the edition before' },
  overlay: {
    args: v.strictObject({ visible: v.boolean() }),
    does: 'shows facts over the picture, or hides them',
  },
  picture: {
    args: v.strictObject({ screenId: v.optional(screenId) }),
    does: 'sends a small picture of a screen',
  },
  identify: {
    args: v.strictObject({
      test: v.optional(v.boolean(), false),
      seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(600)), 20),
    }),
    does: 'has each screen say which one it is, or show a test picture',
  },
  'restart-browser': { args: nothing, does: 'puts a fresh browser below the show, between two items' },
  'restart-player': { args: nothing, does: 'ends the player, which its service manager starts again' },
  'update-now': { args: nothing, does: 'fetches the newest release and goes over to it' },
  'update-hold': { args: v.strictObject({ held: v.boolean() }), does: 'holds updates, or ends that' },
  'safe-mode-off': { args: nothing, does: 'leaves safe mode and tries everything as usual' },
  logs: {
    args: v.strictObject({
      lines: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)), 50),
    }),
    does: 'sends the last lines of the log',
  },
  doctor: { args: nothing, does: 'looks for what is wrong, with remedies' },
} as const satisfies Record<CommandName, { readonly args: v.GenericSchema; readonly does: string }>;

export const commandNames = fleetCommands;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commandList, name);
}

export type Asked = {
  [Name in CommandName]: {
    readonly name: Name;
    readonly args: v.InferOutput<(typeof commandList)[Name]['args']>;
  };
}[CommandName];

/** `where` and `what`: the first mistake of the arguments. */
export function askedOf(
  name: CommandName,
  args: unknown,
): { readonly asked: Asked } | { readonly where: string; readonly what: string } {
  const parsed = v.safeParse(commandList[name].args, args ?? {});
  if (parsed.success) return { asked: { name, args: parsed.output } as Asked };
  const [issue] = parsed.issues;
  return { where: v.getDotPath(issue) ?? 'args', what: issue.message.slice(0, 100) };
}
