import { hostname } from 'node:os';
import * as v from 'valibot';
import { wordsOf } from '../../shared/languages/catalogues.ts';
import type { Language } from '../../shared/languages/language.ts';
import { type Message, message } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import { type Clock, sleep } from '../ground/clock.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import { KeptFile } from '../ground/kept-file.ts';
import type { Log } from '../ground/log.ts';
import type { Health } from '../health/health.ts';
import { type Alert, alertOf, alertSchema, localTime, testAlert, type Wording } from './alert.ts';
import { type Channel, type ChannelName, type ChannelNeeds, channelNames } from './channel.ts';
import { announcedSchema, VerdictHold } from './hold.ts';
import { Outbox } from './outbox.ts';

/** More than a week of daily changes on a line that is down. */
const mostWaiting = 40;

const longestEndMs = 2_000;

const keptSchema = v.object({
  announced: announcedSchema,
  /** Since when the verdict has differed from it; null: it does not. */
  pendingSince: v.nullable(v.number()),
  waiting: v.array(v.object({ channel: v.picklist(['webhook', 'mail']), alert: alertSchema })),
});

type Kept = v.InferOutput<typeof keptSchema>;

const nothingAnnounced: Kept = {
  announced: { verdict: 'well', since: '', screens: [] },
  pendingSince: null,
  waiting: [],
};

function readKept(value: unknown): Kept {
  const parsed = v.safeParse(keptSchema, value);
  return parsed.success ? parsed.output : nothingAnnounced;
}

export interface AlertsNeeds {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly env: NodeJS.ProcessEnv;
  /** The present settings. */
  readonly configured: {
    readonly config: Pick<Config, 'alerts' | 'name' | 'fleet'>;
    readonly language: Language;
  };
  health(): Health;
}

/** What a test message led to, by channel. */
export interface Tested {
  readonly sentence: Message;
  readonly channels: readonly { readonly channel: ChannelName; readonly sentence: Message }[];
}

/** Most players send none. */
const load = { webhook: () => import('./webhook.ts'), mail: () => import('./mail.ts') };

/** Tells people when the verdict has changed for longer than the hold-off, once per channel and change. */
export class Alerts {
  readonly #needs: AlertsNeeds;
  readonly #hold: VerdictHold;
  readonly #kept: KeptFile<Kept>;
  readonly #outboxes: ReadonlyMap<ChannelName, Outbox>;
  readonly #loaded = new Set<ChannelName>();

  constructor(needs: AlertsNeeds) {
    this.#needs = needs;
    this.#hold = new VerdictHold(needs.clock);
    this.#kept = new KeptFile(needs.dataDir, 'alerts.json', readKept);
    const { clock, log } = needs;
    this.#outboxes = new Map(
      (['webhook', 'mail'] as const).map((name) => [
        name,
        new Outbox({
          name,
          clock,
          log,
          channel: () => this.#channel(name),
          next: () => this.#kept.value.waiting.find(({ channel }) => channel === name)?.alert ?? null,
          delivered: (alert) => this.#delivered(name, alert),
        }),
      ]),
    );
  }

  get #settings(): Config['alerts'] {
    return this.#needs.configured.config.alerts;
  }

  get isConfigured(): boolean {
    return channelNames(this.#settings).length > 0;
  }

  /** Called with each look at the player's health. */
  look(health: Health): void {
    const names = channelNames(this.#settings);
    if (names.length === 0) return;
    this.#loadEarly(names);
    const { announced, pendingSince, waiting } = this.#kept.value;
    const { clock } = this.#needs;
    if (this.#hold.isDue(health, announced, this.#settings.holdSeconds * 1000, pendingSince)) {
      const stoppedAt = health.verdict === 'well' && announced.since !== '' ? announced.since : health.since;
      const alert = alertOf(health, announced.verdict, stoppedAt, this.#wording());
      const all = [...waiting, ...names.map((channel) => ({ channel, alert }))];
      this.#kept.keep({
        announced: {
          verdict: health.verdict,
          since: announced.verdict === 'well' ? health.since : announced.since,
          screens: health.reasons.flatMap(({ screenId }) => screenId ?? []),
        },
        pendingSince: null,
        waiting: all.slice(-mostWaiting),
      });
    } else if (this.#hold.isHolding !== (pendingSince !== null)) {
      const since = this.#hold.isHolding ? clock.now() : null;
      this.#kept.keep({ ...this.#kept.value, pendingSince: since });
    }
    for (const name of names) this.#outboxes.get(name)?.wake();
  }

  /** What the status reports while alerts do not arrive. */
  warnings(): readonly Message[] {
    const { waiting } = this.#kept.value;
    return channelNames(this.#settings).flatMap((name) => {
      const why = this.#outboxes.get(name)?.why ?? null;
      const isWaiting = waiting.some(({ channel }) => channel === name);
      return why === null || !isWaiting ? [] : [message('alert-undelivered', { why })];
    });
  }

  /** Sends a test message through each channel. Throws when one of them fails, with what happened in each. */
  async test(): Promise<Tested> {
    const alert = testAlert(this.#needs.health(), this.#wording());
    const names = channelNames(this.#settings);
    if (names.length === 0) throw new VitrineError('usage', message('action.cannot.no-alerts'));
    const tried = await Promise.all(names.map((name) => this.#try(name, alert)));
    const sentence = tried
      .map((one) => one.sentence)
      .reduce((first, next) => message('sentences', { first, next }));
    const failed = tried.find(({ error }) => error !== null)?.error;
    if (failed) {
      const { kind, code, remedy } = failed;
      throw new VitrineError(kind, code, sentence, remedy === null ? {} : { remedy });
    }
    return {
      sentence,
      channels: tried.map(({ channel, sentence: answer }) => ({ channel, sentence: answer })),
    };
  }

  /** Resolves when nothing is being sent, and what is kept is on the disk. */
  async settled(): Promise<void> {
    await Promise.all([...this.#outboxes.values()].map((outbox) => outbox.idle()));
    await this.#kept.settled();
  }

  /** An alert on its way gets a moment: otherwise the next start sends it again. */
  async stop(): Promise<void> {
    for (const outbox of this.#outboxes.values()) outbox.stop();
    const moment = new AbortController();
    const over = sleep(this.#needs.clock, longestEndMs, moment.signal).catch(() => undefined);
    await Promise.race([this.settled(), over]);
    moment.abort();
  }

  async #try(channel: ChannelName, alert: Alert) {
    try {
      const sentence = (await this.#outboxes.get(channel)?.attempt(alert)) ?? message('not-found');
      return { channel, sentence, error: null };
    } catch (thrown) {
      const error = asVitrineError(thrown);
      return { channel, sentence: error.sentence, error };
    }
  }

  /** The alert was not kept by another run: it may arrive twice, with the same id, rather than never. */
  #delivered(name: ChannelName, { id }: Alert): void {
    const { waiting } = this.#kept.value;
    const left = waiting.filter(({ channel, alert }) => channel !== name || alert.id !== id);
    this.#kept.keep({ ...this.#kept.value, waiting: left });
  }

  /** A disk that dies is a reason for an alert, and the program cannot be read from it then. */
  #loadEarly(names: readonly ChannelName[]): void {
    for (const name of names.filter((each) => !this.#loaded.has(each))) {
      this.#loaded.add(name);
      // The alert itself tries again, and reports why it cannot be sent.
      load[name]().catch(() => this.#loaded.delete(name));
    }
  }

  async #channel(name: ChannelName): Promise<Channel> {
    const { clock, env } = this.#needs;
    const needs: ChannelNeeds = { settings: this.#settings, clock, env };
    const { webhook, mail } = needs.settings;
    await this.#kept.settled();
    if (name === 'webhook' && webhook !== null) return (await load.webhook()).webhook(webhook, needs);
    if (name === 'mail' && mail !== null) return (await load.mail()).mail(mail, needs);
    throw new VitrineError('usage', message('action.cannot.no-alerts'));
  }

  #wording(): Wording {
    const { clock, configured, health } = this.#needs;
    const { name, fleet } = configured.config;
    const time = localTime(configured.language, health().clock?.zone ?? null);
    return {
      words: wordsOf(configured.language, time),
      time,
      player: name ?? fleet.device ?? hostname(),
      now: clock.now(),
    };
  }
}
