import * as v from 'valibot';
import { look } from './look.ts';
import type { Extras } from './setting.ts';
import { settingsSchema } from './settings.ts';

/** One setting, for environment, help and reference. */
export interface Setting {
  /** `cms.url`; of the elements of a list `screens[].id`. */
  readonly name: string;
  /** Its environment variable. */
  readonly variable: string | null;
  /** Purpose, allowed values and default. */
  readonly meaning: string;
  readonly isNumber: boolean;
  /** Kind of path; null: not a path. Relative paths start at the configuration file's folder. */
  readonly pathOf: 'data' | 'secret' | null;
  /** What people change it with. */
  readonly control: Control;
  readonly schema: v.GenericSchema;
}

export type Control =
  | { readonly kind: 'choice'; readonly options: readonly (string | number)[] }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  | { readonly kind: 'hours' | 'zone' }
  | { readonly kind: 'text'; readonly most: number };

/** The parts of valibot's schemas that this file reads; each kind of schema has some of them. */
type Schema = v.GenericSchema & {
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
  readonly wrapped?: Schema;
  readonly default?: unknown;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly options?: readonly unknown[];
  readonly getter?: (input: unknown) => Schema;
};

/** Every setting, in the order in which they are declared. */
export const settings: readonly Setting[] = within(settingsSchema, '');

function within({ entries = {} }: Schema, path: string): readonly Setting[] {
  return Object.entries(entries).flatMap(([key, schema]) => {
    // The settings that screens share with `screen` are listed there.
    if (path === 'screens[].' && key in look) return [];
    const value = unwrapped(schema);
    const name = `${path}${key}`;
    const below = value.item ? within(value.item, `${name}[].`) : within(value, `${name}.`);
    return [...described(schema, value, name), ...below];
  });
}

/** An entry without its own description is described by the setting around it. */
function described(schema: Schema, value: Schema, name: string): readonly Setting[] {
  const help = v.getDescription(schema);
  if (help === undefined) return [];
  const about: Extras & { readonly pathOf?: 'data' | 'secret'; readonly control?: 'hours' | 'zone' } = {
    ...v.getMetadata(value),
    ...v.getMetadata(schema),
  };
  const otherwise = v.getDefault(schema) ?? about.otherwise ?? null;
  const holds = [
    v.getTitle(value) ?? limits(value),
    otherwise === null || typeof otherwise === 'object' ? '' : `default ${otherwise}`,
  ].filter((words) => words !== '');
  return [
    {
      name,
      variable: about.variable ?? null,
      meaning: holds.length === 0 ? help : `${help} (${holds.join('; ')})`,
      isNumber: value.type === 'number',
      pathOf: about.pathOf ?? null,
      control: about.control ? { kind: about.control } : controlOf(value),
      schema,
    },
  ];
}

function unwrapped(schema: Schema): Schema {
  const inner = schema.wrapped ?? schema.getter?.(null);
  return inner ? unwrapped(inner) : schema;
}

function limit({ pipe = [] }: Schema, kind: string): unknown {
  return pipe.find((action) => action.type === kind)?.requirement;
}

function controlOf(value: Schema): Control {
  if (value.type === 'picklist')
    return { kind: 'choice', options: (value.options ?? []) as readonly (string | number)[] };
  if (value.type === 'number')
    return {
      kind: 'number',
      least: Number(limit(value, 'min_value')),
      most: Number(limit(value, 'max_value')),
    };
  return { kind: 'text', most: Number(limit(value, 'max_length') ?? 0) };
}

function limits(value: Schema): string {
  const { options, type } = value;
  if (type === 'picklist') return (options ?? []).join(', ');
  const [least, most] = [limit(value, 'min_value'), limit(value, 'max_value')];
  if (least === undefined) return '';
  return most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `${least} to ${most}`;
}
