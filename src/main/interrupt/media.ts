import {
  chimeOnly,
  longestReason,
  type StageMedium,
  type StageSound,
  textOnly,
} from '../../shared/interrupts.ts';
import { inEnglish, type Message } from '../../shared/languages/message.ts';
import type { VitrineError } from '../ground/errors.ts';
import { type Live, mediumKeyOf, soundKeyOf } from './live.ts';

/** A file that the engine is to have, for one interrupt: a second one with the same address is fetched anew. Sounds are prepared. */
export interface WantedMedium {
  readonly key: string;
  readonly kind: 'picture' | 'video' | 'sound';
  readonly from: string;
}

export type MediumState =
  | { readonly state: 'loading' }
  | {
      readonly state: 'here';
      readonly kind: 'image' | 'video' | 'audio';
      readonly source: string;
      readonly mimeType: string;
    }
  | { readonly state: 'failed'; readonly why: Message };

/** A medium that the configuration names. */
export interface PreparedMedium {
  readonly name: string;
  readonly state: MediumState['state'];
  /** Null: not here, so not known. */
  readonly kind: 'picture' | 'video' | 'sound' | null;
  /** Why it is not here. */
  readonly why: Message | null;
}

/** What the engine has of the media, as plain data of another thread. */
export interface MediaReport {
  /** The engine has just begun, and does not know what is wanted. */
  readonly isNew: boolean;
  readonly media: readonly (readonly [key: string, state: MediumState])[];
  readonly prepared: readonly PreparedMedium[];
}

interface MediaNeeds {
  /** Asks the engine for these, and no others. */
  ask(wanted: readonly WantedMedium[]): Promise<void>;
  /** Web pages that may be shown. */
  allowPages(addresses: readonly string[]): void;
  /** Why a web page is not to be shown; null: it may be tried. */
  refusedPage(address: string): VitrineError | null;
}

/** The media of all interrupts: fetched and kept by the engine, shown by the stages. */
export class InterruptMedia {
  readonly #needs: MediaNeeds;
  #states: ReadonlyMap<string, MediumState> = new Map();
  #prepared: readonly PreparedMedium[] = [];
  /** Null: to be asked again. */
  #asked: string | null = '[]';
  #pages = '[]';
  #changed = (): void => undefined;

  constructor(needs: MediaNeeds) {
    this.#needs = needs;
  }

  onChanged(listener: () => void): void {
    this.#changed = listener;
  }

  get prepared(): readonly PreparedMedium[] {
    return this.#prepared;
  }

  /** Call at every look: an engine that was away is asked again. */
  want(given: Iterable<Live>): void {
    const live = [...given];
    const all = live.flatMap((one) =>
      one.interrupt.medium === null ? [] : [{ key: mediumKeyOf(one), ...one.interrupt.medium }],
    );
    const pages = [...new Set(all.flatMap(({ kind, from }) => (kind === 'page' ? [from] : [])))];
    if (JSON.stringify(pages) !== this.#pages) {
      this.#pages = JSON.stringify(pages);
      this.#needs.allowPages(pages);
    }
    const files = all.flatMap(({ key, kind, from }) => (kind === 'page' ? [] : [{ key, kind, from }]));
    const sounds = live.flatMap((one): readonly WantedMedium[] =>
      typeof one.interrupt.sound === 'string'
        ? [{ key: soundKeyOf(one), kind: 'sound', from: one.interrupt.sound }]
        : [],
    );
    const wanted = [...files, ...sounds];
    const text = JSON.stringify(wanted);
    if (text === this.#asked) return;
    this.#asked = text;
    this.#needs.ask(wanted).catch(() => {
      this.#asked = null;
    });
  }

  take({ isNew, media, prepared }: MediaReport): void {
    this.#prepared = prepared;
    // What was here before the engine began anew is still here, until it says otherwise.
    if (isNew) this.#asked = null;
    else this.#states = new Map(media);
    this.#changed();
  }

  of(one: Live): StageMedium | null {
    const { medium } = one.interrupt;
    if (medium === null) return null;
    if (medium.kind === 'page') {
      const why = this.#needs.refusedPage(medium.from);
      return why === null ? { kind: 'page', address: medium.from } : failed(whole(why));
    }
    const found = this.#states.get(mediumKeyOf(one)) ?? { state: 'loading' };
    switch (found.state) {
      case 'loading':
        return { kind: 'loading' };
      case 'here':
        return found.kind === 'audio'
          ? { kind: 'loading' }
          : { kind: found.kind, source: found.source, mimeType: found.mimeType };
      case 'failed':
        return failed(inEnglish(found.why));
    }
  }

  soundOf(one: Live): StageSound | boolean {
    const { sound } = one.interrupt;
    if (typeof sound === 'boolean') return sound;
    const found = this.#states.get(soundKeyOf(one)) ?? { state: 'loading' };
    if (found.state === 'here' && found.kind === 'audio') return { kind: 'audio', source: found.source };
    if (found.state !== 'failed') return { kind: 'loading' };
    return { kind: 'failed', reason: inEnglish(found.why).slice(0, longestReason - chimeOnly.length) };
  }
}

const failed = (why: string): StageMedium => ({
  kind: 'failed',
  reason: why.slice(0, longestReason - textOnly.length),
});

/** Code, reason and remedy, for whoever reads the receipt. */
const whole = ({ code, message, remedy }: VitrineError): string =>
  [`${code}: ${message}`, ...(remedy === null ? [] : [inEnglish(remedy)])].join(' ');
