import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type Severity, severities } from '../../../shared/interrupts.ts';
import { message } from '../../../shared/languages/message.ts';
import type { Clock } from '../../ground/clock.ts';
import { VitrineError } from '../../ground/errors.ts';
import { KeptFile } from '../../ground/kept-file.ts';
import { type InterruptGiven, usualPriority } from '../../interrupt/interrupt.ts';

const scopeEntries = {
  /** Null: all screens. */
  screens: v.nullable(v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.maxLength(40))),
  /** The most severe interrupt that it may show. */
  most: v.picklist(severities),
};

export const tokenWish = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, 'is no name of a token')),
  ...scopeEntries,
});

const schema = v.array(
  v.object({ name: v.string(), hash: v.string(), createdAt: v.number(), ...scopeEntries }),
);

/** What may be done with one token. */
export type InterruptToken = v.InferOutput<typeof schema>[number];
export type TokenReport = Omit<InterruptToken, 'hash'> & {
  /** Since the player started; null: not used. */
  readonly usedAt: number | null;
};

const mostTokens = 50;

/**
 * Tokens that can do nothing but show and cancel interrupts. A token is 256 random bits, so its plain hash is kept and a guess is
 * hopeless.
 */
export class InterruptTokens {
  readonly #file: KeptFile<readonly InterruptToken[]>;
  readonly #clock: Clock;
  readonly #usedAt = new Map<string, number>();

  constructor(dataDir: string, clock: Clock) {
    this.#clock = clock;
    this.#file = new KeptFile<readonly InterruptToken[]>(dataDir, 'interrupt-tokens.json', (value) => {
      const read = v.safeParse(schema, value);
      return read.success ? read.output : [];
    });
  }

  list(): readonly TokenReport[] {
    return this.#file.value.map(({ hash: _, ...token }) => ({
      ...token,
      usedAt: this.#usedAt.get(token.name) ?? null,
    }));
  }

  /** Returns the token, which cannot be read again. Throws when it could not be stored. */
  async add(wish: v.InferOutput<typeof tokenWish>): Promise<string> {
    const before = this.#file.value;
    if (before.some(({ name }) => name === wish.name))
      throw new VitrineError('usage', message('interrupt-token.taken', { name: wish.name }));
    if (before.length >= mostTokens)
      throw new VitrineError('usage', message('interrupt-token.many', { most: mostTokens }));
    const token = `vi_${randomBytes(32).toString('base64url')}`;
    await this.#keep([...before, { ...wish, hash: hashOf(token), createdAt: this.#clock.now() }], before);
    return token;
  }

  /** At once, also when the disk does not take it: then it throws, as the next start would know the token again. */
  async revoke(name: string): Promise<void> {
    const rest = this.#file.value.filter((token) => token.name !== name);
    if (rest.length === this.#file.value.length)
      throw new VitrineError('usage', message('interrupt-token.unknown', { name }));
    await this.#keep(rest, rest);
  }

  find(token: string): InterruptToken | null {
    const hash = hashOf(token);
    const found = this.#file.value.find((one) => one.hash === hash) ?? null;
    if (found !== null) this.#usedAt.set(found.name, this.#clock.now());
    return found;
  }

  async #keep(next: readonly InterruptToken[], otherwise: readonly InterruptToken[]): Promise<void> {
    this.#file.keep(next);
    if (await this.#file.settled()) return;
    this.#file.keep(otherwise);
    throw new VitrineError('temporary', message('access-not-kept'), { cause: this.#file.failure });
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The interrupt on the screens of the token. Throws for one that is more than the token allows. */
export function withinScope(given: InterruptGiven, { screens, most }: InterruptToken): InterruptGiven {
  const rank = (severity: Severity): number => severities.indexOf(severity);
  const priority = given.priority ?? usualPriority[given.severity];
  if (rank(given.severity) > rank(most) || priority > usualPriority[most])
    throw new VitrineError('usage', message('interrupt-token.severity', { most }));
  if (screens === null) return given;
  if (given.screens?.some((id) => !screens.includes(id)))
    throw new VitrineError('usage', message('interrupt-token.screens', { screens }));
  return { ...given, screens: given.screens ?? screens };
}
