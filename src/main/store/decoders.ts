import * as v from 'valibot';
import type { StreamVerdicts } from '../../shared/messages.ts';
import type { KeptValues } from './kept-values.ts';

/** More kinds of stream than any library has. */
const mostKinds = 1_000;

const verdicts = v.object({ browser: v.string(), decodes: v.record(v.string(), v.boolean()) });

/** What this machine's browser reported that it can decode. Another version of it reports again. */
export class Decoders {
  readonly #kept: KeptValues;
  #undecodable: ReadonlySet<string> = new Set();

  constructor(kept: KeptValues) {
    this.#kept = kept;
    this.reload();
  }

  /** Must be called after the database was replaced. */
  reload(): void {
    const decodes = Object.entries(this.#known()?.decodes ?? {});
    this.#undecodable = new Set(decodes.flatMap(([type, can]) => (can ? [] : [type])));
  }

  get undecodable(): ReadonlySet<string> {
    return this.#undecodable;
  }

  /** True: something changed. */
  learn({ browser, decodes }: StreamVerdicts): boolean {
    const known = this.#known();
    const before = known?.browser === browser ? known.decodes : {};
    const all = Object.entries({ ...before, ...decodes }).slice(-mostKinds);
    const text = JSON.stringify({ browser, decodes: Object.fromEntries(all) });
    if (text === this.#kept.get('decoders')) return false;
    this.#kept.set('decoders', text);
    this.reload();
    return true;
  }

  #known(): v.InferOutput<typeof verdicts> | null {
    const text = this.#kept.get('decoders');
    const parsed = text === null ? null : v.safeParse(v.pipe(v.string(), v.parseJson(), verdicts), text);
    return parsed?.success ? parsed.output : null;
  }
}
