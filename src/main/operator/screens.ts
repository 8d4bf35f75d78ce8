import * as v from 'valibot';
import type { Incoming } from '../fleet/connection.ts';
import { reportSchema } from '../fleet/rollout.ts';
import { deviceOfTopic } from '../fleet/topics.ts';

const text = v.pipe(v.string(), v.maxLength(2000));
const orNull = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.nullish(schema, null), null as never);

/** The fields that consoles read; newer players may send more. */
const stateSchema = v.object({
  at: text,
  verdict: v.picklist(['well', 'attention', 'dark']),
  sentence: v.fallback(text, ''),
  since: text,
  reasons: v.fallback(v.array(v.object({ code: text, screenId: v.nullable(text) })), []),
  playing: v.fallback(v.array(v.looseObject({ screenId: text, name: text })), []),
  edition: orNull(v.looseObject({ id: text, complete: v.boolean() })),
  staged: orNull(v.looseObject({ edition: text, missing: v.number() })),
  sync: orNull(v.looseObject({ lastSuccessAt: v.nullable(text) })),
  update: orNull(v.looseObject({ state: text, sentence: text })),
  rollout: orNull(reportSchema),
  version: v.fallback(text, ''),
});

const aboutSchema = v.looseObject({
  groups: v.fallback(v.array(text), []),
  screens: v.fallback(v.array(text), []),
});

/** One player's retained messages. Null: missing or unreadable. */
export interface FleetScreen {
  readonly device: string;
  /** The link only: a player without a link may play on. */
  readonly online: boolean | null;
  readonly state: v.InferOutput<typeof stateSchema> | null;
  readonly about: v.InferOutput<typeof aboutSchema> | null;
}

/** All players of a fleet, from their messages. */
export class FleetScreens {
  readonly #screens = new Map<string, FleetScreen>();

  /** The player before and after the message; null: no player's topic. */
  hear({
    topic,
    payload,
  }: Pick<Incoming, 'topic' | 'payload'>): readonly [FleetScreen | null, FleetScreen] | null {
    const found = deviceOfTopic(topic);
    if (found === null || !['online', 'state', 'about'].includes(found.name)) return null;
    const { device, name } = found;
    const before = this.#screens.get(device) ?? null;
    const text = Buffer.from(payload).toString('utf8');
    const known = before ?? { device, online: null, state: null, about: null };
    const now: FleetScreen =
      name === 'online'
        ? { ...known, online: text === 'true' ? true : text === 'false' ? false : null }
        : name === 'state'
          ? { ...known, state: read(stateSchema, text) }
          : { ...known, about: read(aboutSchema, text) };
    const isGone = text === '' && now.online === null && now.state === null && now.about === null;
    if (isGone) this.#screens.delete(device);
    else this.#screens.set(device, now);
    return [before, now];
  }

  /** By name. */
  get all(): readonly FleetScreen[] {
    return [...this.#screens.values()].sort((one, other) =>
      one.device.localeCompare(other.device, 'en', { numeric: true }),
    );
  }
}

function read<Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success ? parsed.output : null;
}
