import * as v from 'valibot';
import type { Config } from '../config/config.ts';
import type { Clock } from '../ground/clock.ts';
import { EncryptedFile } from '../ground/encrypted-file.ts';
import type { FileSystem } from '../ground/fs.ts';
import type { Log } from '../ground/log.ts';
import { mainFileSystem } from '../ground/main-fs.ts';
import type { LoginFact } from '../health/facts.ts';
import { originOf, type PageCookie, type PageLogin, type PageLogins } from '../host/host.ts';
import { cookieHeader, isOver, readCookie, withCookie } from './cookies.ts';

interface KeptLoginsNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly dataDir: string;
  readonly configured: { readonly config: Pick<Config, 'interaction'>; readonly isWhole: boolean };
  /** Left out: the disk for the main thread. */
  readonly fs?: FileSystem;
}

const cookie = v.object({
  name: v.string(),
  value: v.string(),
  path: v.string(),
  expiresAt: v.nullable(v.number()),
});
const login = v.object({
  origin: v.string(),
  /** Where people without a login come to: origin and path. */
  entrance: v.nullable(v.string()),
  /** The server does not accept it any more. */
  isOut: v.boolean(),
  cookies: v.array(cookie),
});
const schema = v.array(login);
type Login = v.InferOutput<typeof login>;

/** Of one login. Servers limit the header to 8 KiB or so. */
const mostCookies = 50;
const mostCharacters = 16_384;
/** A server may renew a cookie with every answer. */
const writeMs = 60_000;
/** Corrections below are those of a clock that is kept right. */
const leapMs = 60_000;

/** The logins that operators have left at the screen: cookies alone, never a password. */
export class KeptLogins implements PageLogins {
  readonly #needs: KeptLoginsNeeds;
  readonly #file: EncryptedFile;
  readonly #logins = new Map<string, Login>();
  /** What the page that loads has come to so far. */
  readonly #loads = new Map<string, 'in' | 'out' | null>();
  readonly #isLost: boolean;
  /** Set in this run. */
  readonly #fresh = new WeakSet<PageCookie>();
  /** How far the wall clock is ahead of the steady one. */
  #aheadMs: number;
  #isWritten = true;
  #mayWriteAt = 0;

  constructor(needs: KeptLoginsNeeds) {
    const { clock, dataDir, fs = mainFileSystem, log } = needs;
    this.#needs = needs;
    this.#aheadMs = clock.now() - clock.sinceBoot();
    this.#file = new EncryptedFile(dataDir, 'page-logins', { clock, fs });
    const { found } = this.#file;
    const parsed = v.safeParse(schema, found);
    if (parsed.success) for (const one of parsed.output) this.#logins.set(one.origin, one);
    this.#isLost = this.#file.isLost || (found !== null && !parsed.success);
    if (this.#isLost) log.warn('The kept logins of web pages cannot be read: they are lost');
  }

  /** Origins where an operator has to log in, and why. */
  get needed(): readonly LoginFact[] {
    const now = this.#needs.clock.now();
    return this.#origins.flatMap((origin): readonly LoginFact[] => {
      const { host } = new URL(origin);
      const kept = this.#logins.get(origin);
      if (kept === undefined) return [{ host, why: this.#isLost ? 'lost' : 'none' }];
      const isOut = kept.isOut || kept.cookies.every((one) => isOver(one, now));
      return isOut ? [{ host, why: 'expired' }] : [];
    });
  }

  /** In place of what was kept of that origin. */
  keep(page: string, { begunAt, cookies }: PageLogin): 'kept' | 'none' | 'too-large' {
    const origin = originOf(page);
    if (origin === null || cookies.length === 0) return 'none';
    if (!isSmall(cookies)) return 'too-large';
    const entrance = begunAt === null ? null : placeOf(begunAt);
    this.#noticeLeap();
    this.#logins.set(origin, { origin, entrance, isOut: false, cookies: [...cookies] });
    for (const one of cookies) this.#fresh.add(one);
    this.#loads.delete(origin);
    this.#needs.log.info('A login of a web page is kept', { host: new URL(origin).host });
    this.#write();
    return 'kept';
  }

  /** Resolves when what is kept is on the disk (true), or when the disk has refused it or hangs. */
  settled(): Promise<boolean> {
    return this.#file.settled();
  }

  /** To be called every second or two. */
  look(): void {
    this.#noticeLeap();
    // A mistake in the configuration removes none: only a person at the screen could bring it back.
    if (this.#needs.configured.isWhole) this.#removeUnwanted();
    if (!this.#isWritten && this.#needs.clock.monotonic() >= this.#mayWriteAt) this.#write();
  }

  #removeUnwanted(): void {
    const wanted = new Set(this.#origins);
    for (const origin of this.#logins.keys())
      if (!wanted.has(origin)) {
        this.#logins.delete(origin);
        this.#write();
      }
  }

  async stop(): Promise<void> {
    if (!this.#isWritten) this.#write();
    await this.#file.settled();
  }

  isFor(address: string): boolean {
    const origin = originOf(address);
    return origin !== null && this.#origins.includes(origin);
  }

  cookiesFor(address: string): string | null {
    this.#noticeLeap();
    const kept = this.#of(address);
    return kept && cookieHeader(kept.cookies, new URL(address).pathname, this.#needs.clock.now());
  }

  /** For a browser of its own, whose renewals are not kept. */
  cookiesOf(page: string): readonly PageCookie[] {
    const now = this.#needs.clock.now();
    return (this.#of(page)?.cookies ?? []).filter((one) => !isOver(one, now));
  }

  set(address: string, lines: readonly string[]): void {
    this.#noticeLeap();
    const kept = this.#of(address);
    if (kept === null) return;
    const now = this.#needs.clock.now();
    let cookies: readonly PageCookie[] = kept.cookies;
    for (const line of lines) {
      const one = readCookie(line, address, now);
      if (one === null) continue;
      this.#fresh.add(one);
      const changed = withCookie(cookies, one, now);
      // Those of each load may have names of their own.
      const fitting = isSmall(changed) ? changed : changed.filter((each) => !isOver(each, now));
      if (isSmall(fitting)) cookies = fitting;
    }
    if (JSON.stringify(cookies) === JSON.stringify(kept.cookies)) return;
    this.#change({ ...kept, cookies: [...cookies] });
  }

  began(page: string): void {
    const kept = this.#of(page);
    if (kept === null) return;
    // Not before the next load: a script of a page may lead to the login long after the page has come.
    if (this.#loads.get(kept.origin) === 'in') this.#judge(kept, false);
    this.#loads.set(kept.origin, null);
  }

  came(page: string, address: string, status: number | null): void {
    const kept = this.#of(page);
    const place = placeOf(address);
    if (kept === null || place === null) return;
    const isRefused = status === 401 || status === 403;
    // A page that is its own login page looks the same with a login and without one.
    if (isRefused || (place === kept.entrance && place !== placeOf(page))) {
      this.#loads.set(kept.origin, 'out');
      this.#judge(kept, true);
    } else if (status !== null && status < 300 && this.#loads.get(kept.origin) === null)
      this.#loads.set(kept.origin, 'in');
  }

  /**
   * A machine whose clock has no battery starts behind. What a server lets live for half an hour would be over when the clock is
   * set, and the login lost.
   */
  #noticeLeap(): void {
    const { clock } = this.#needs;
    const aheadMs = clock.now() - clock.sinceBoot();
    const leap = aheadMs - this.#aheadMs;
    this.#aheadMs = aheadMs;
    if (leap < leapMs) return;
    for (const kept of [...this.#logins.values()]) {
      const cookies = kept.cookies.map((one) => {
        if (one.expiresAt === null || !this.#fresh.has(one)) return one;
        const later = { ...one, expiresAt: one.expiresAt + leap };
        this.#fresh.add(later);
        return later;
      });
      this.#change({ ...kept, cookies });
    }
  }

  #judge(kept: Login, isOut: boolean): void {
    if (kept.isOut === isOut) return;
    const { host } = new URL(kept.origin);
    if (isOut) this.#needs.log.warn('The kept login of a web page has expired', { host });
    else this.#needs.log.info('The kept login of a web page is accepted again', { host });
    this.#change({ ...kept, isOut });
  }

  #change(login: Login): void {
    this.#logins.set(login.origin, login);
    this.#isWritten = false;
  }

  #write(): void {
    this.#isWritten = true;
    this.#mayWriteAt = this.#needs.clock.monotonic() + writeMs;
    this.#file.keep([...this.#logins.values()]);
  }

  #of(address: string): Login | null {
    return this.isFor(address) ? (this.#logins.get(originOf(address) ?? '') ?? null) : null;
  }

  get #origins(): readonly string[] {
    const { logins } = this.#needs.configured.config.interaction;
    return [...new Set(logins.flatMap((address) => originOf(address) ?? []))];
  }
}

const isSmall = (cookies: readonly PageCookie[]): boolean =>
  cookies.length <= mostCookies &&
  cookies.reduce((sum, { name, value, path }) => sum + name.length + value.length + path.length, 0) <=
    mostCharacters;

/** Origin and path of a web page; null: it is none. */
function placeOf(address: string): string | null {
  const origin = originOf(address);
  return origin && `${origin}${new URL(address).pathname.replace(/\/$/, '')}`;
}
