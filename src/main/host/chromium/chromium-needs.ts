import type { Slowness } from '../../ground/slowness.ts';
import type { BrowserProxy } from '../browser-proxy.ts';
import type { HostEvents, PageGate } from '../host.ts';
import type { PageLogins } from '../page-logins.ts';
import type { FootingNeeds } from './footing.ts';

export interface ChromiumNeeds extends FootingNeeds {
  readonly events: HostEvents;
  /** The browser opens a window at its start, so it is not started before this resolves. */
  readonly mayShow?: Promise<unknown>;
  /** Allowed destinations of web pages; left out: all. */
  readonly gate?: PageGate;
  /** Left out: no page keeps a login. */
  readonly logins?: PageLogins;
  /** An awaited display was lost and will come back. Left out: a lost display ends the session. */
  readonly onDisplayLost?: () => void;
  /** A fresh browser may do better: replace this one between two items. */
  readonly onRenewalDue?: () => void;
  /** For web pages; left out or null: the machine's settings. */
  readonly proxy?: BrowserProxy | null;
  /** The browser's program; else VITRINE_CHROMIUM, else the first one found. */
  readonly executable?: string | null;
  readonly extraFlags?: readonly string[];
  /** Left out: the machine has its usual speed. */
  readonly slowness?: Slowness;
  /** Memory limit for the web pages of one window. */
  readonly pageBytes?: number;
}
