import * as v from 'valibot';
import { anyTopic, deviceOfTopic, topicsOf } from '../../fleet/topics.ts';
import { systemClock } from '../../ground/clock.ts';
import { type Console, openConsole } from '../../operator/console.ts';
import type { Invocation } from '../command.ts';

const resultSchema = v.object({
  id: v.string(),
  state: v.picklist(['accepted', 'done', 'failed', 'refused']),
  code: v.optional(v.string()),
  reason: v.optional(v.string()),
  answer: v.optional(v.unknown()),
});

export interface Answer {
  readonly device: string;
  /** `unanswered`: no answer; the player may still run it. `accepted`: still running when the wait ended. */
  readonly state: 'done' | 'failed' | 'refused' | 'accepted' | 'unanswered';
  readonly code?: string | undefined;
  readonly reason?: string | undefined;
  readonly answer?: unknown;
}

/** The results of one command, by player. */
export class Answers {
  readonly #id: string;
  readonly #answers: Map<string, Answer>;

  constructor(id: string, devices: readonly string[]) {
    this.#id = id;
    this.#answers = new Map(devices.map((device) => [device, { device, state: 'unanswered' }]));
  }

  listen({ config, configSources }: Pick<Invocation, 'config' | 'configSources'>): Promise<Console> {
    const devices = [...this.#answers.keys()];
    const { name } = config.fleet;
    return openConsole({
      config,
      clock: systemClock,
      env: configSources.env ?? process.env,
      quality: 1,
      topics:
        devices.length === 1 ? [topicsOf(name, devices[0] ?? '', []).result] : [anyTopic(name, 'result')],
      hear: ({ topic, payload }) => this.#hear(deviceOfTopic(topic)?.device ?? '', payload),
    });
  }

  get finished(): number {
    return this.all.filter(({ state }) => state !== 'unanswered' && state !== 'accepted').length;
  }

  get isWhole(): boolean {
    return this.finished === this.#answers.size;
  }

  get all(): readonly Answer[] {
    return [...this.#answers.values()];
  }

  #hear(device: string, payload: Uint8Array): void {
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), resultSchema),
      Buffer.from(payload).toString('utf8'),
    );
    if (!parsed.success || parsed.output.id !== this.#id) return;
    const { id: _, ...result } = parsed.output;
    // `accepted` may arrive after the result.
    if (result.state === 'accepted' && this.#answers.get(device)?.state !== 'unanswered') return;
    this.#answers.set(device, { device, ...result });
  }
}
