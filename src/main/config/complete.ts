import { resolve } from 'node:path';
import type { Transition } from '../../shared/programme.ts';
import type { Assignment } from '../edition/assignment.ts';
import { VitrineError } from '../errors.ts';
import { defaultDataDir } from './reading.ts';
import type { File, Look } from './schema.ts';
import type { Config, ScreenConfig, TickerConfig } from './types.ts';

/**
 * Every setting has a value from here on. A mistake is told by the name under which it was written: the variable's
 * for what came from the environment.
 */
export function complete(
  file: File,
  from: string | null,
  env: NodeJS.ProcessEnv,
  variables: ReadonlyMap<string, string>,
): Config {
  const written = (path: string): string => variables.get(path) ?? path;
  const cms = file.cms ?? {};
  if (cms.token !== undefined && cms.tokenFile !== undefined) {
    const both = `Both ${written('cms.token')} and ${written('cms.tokenFile')} are set.`;
    throw new VitrineError('usage', 'config-invalid', both, { remedy: 'Keep one of them.' });
  }
  return {
    file: from,
    cms: {
      url: cms.url ?? null,
      token: cms.token ?? null,
      tokenFile: cms.tokenFile ?? null,
      oauth: cms.oauth
        ? {
            clientId: cms.oauth.clientId,
            clientSecret: cms.oauth.clientSecret ?? null,
            clientSecretFile: cms.oauth.clientSecretFile ?? null,
            authUrl: cms.oauth.authUrl ?? null,
            redirectPort: cms.oauth.redirectPort ?? 8787,
          }
        : null,
      proxy: cms.proxy ?? null,
      caFile: cms.caFile ?? null,
      profile: cms.profile ?? {},
    },
    assignment: assignment(file, written),
    dataDir: resolve(file.dataDir ?? defaultDataDir(env)),
    timeZone: file.timeZone ?? null,
    host: file.host ?? 'auto',
    chromium: { executable: file.chromium?.executable ?? null, user: file.chromium?.user ?? null },
    syncSeconds: file.syncSeconds ?? null,
    downloads: {
      concurrency: file.downloads?.concurrency ?? null,
      bytesPerSecond: file.downloads?.bytesPerSecond ?? null,
      hours: file.downloads?.hours ?? null,
    },
    storage: { freeBytes: file.storage?.freeBytes ?? null, quotaBytes: file.storage?.quotaBytes ?? null },
    transition: transition(file.transition ?? 'cut', file.transitionSeconds ?? 0.8),
    adminPort: file.adminPort ?? 8780,
    player: {
      sync: file.player?.sync ?? 'free',
      atBoundary: file.player?.atBoundary ?? 'cut',
      memoryMiB: file.player?.memoryMiB ?? null,
    },
    screen: lookOf(file.screen),
    screens: screens(file),
  };
}

/** What a screen has of its own, else what all have; with neither, nothing is settled here. */
export function lookOf(own: Look = {}, otherwise: Look = {}): ScreenConfig {
  return {
    rotation: own.rotation ?? otherwise.rotation ?? null,
    fit: own.fit ?? otherwise.fit ?? null,
    background: own.background ?? otherwise.background ?? null,
    volume: own.volume ?? otherwise.volume ?? null,
    region: own.region ?? otherwise.region ?? null,
    scale: own.scale ?? otherwise.scale ?? null,
    ticker: tickerOf(own.ticker ?? otherwise.ticker),
    pageZoom: own.pageZoom ?? otherwise.pageZoom ?? null,
    pageReloadSeconds: own.pageReloadSeconds ?? otherwise.pageReloadSeconds ?? null,
  };
}

function tickerOf(ticker: Look['ticker']): TickerConfig | null {
  if (ticker === undefined) return null;
  const { clock } = ticker;
  return {
    text: ticker.text ?? null,
    feed: ticker.feed ?? null,
    position: ticker.position ?? null,
    direction: ticker.direction ?? null,
    speed: ticker.speed ?? null,
    color: ticker.color ?? null,
    backgroundColor: ticker.backgroundColor ?? null,
    clock: clock ? { format: clock.format ?? null, position: clock.position ?? null } : null,
  };
}

/** Without a list there is one screen, on the primary display, and it plays what is assigned. */
function screens(file: File): Config['screens'] {
  if (file.screens === 'all') return 'all';
  return (file.screens ?? [{ id: '1' }]).map(({ id, display, playlist, ...own }) => ({
    id,
    display: display ?? 'primary',
    playlist: playlist ?? null,
    look: lookOf(own, file.screen),
  }));
}

function assignment(file: File, written: (path: string) => string): Assignment | null {
  const given = [
    { kind: 'playlist' as const, ref: file.playlist },
    { kind: 'device' as const, ref: file.device },
    { kind: 'deviceGroup' as const, ref: file.deviceGroup },
  ].flatMap(({ kind, ref }) => (ref === undefined ? [] : [{ kind, ref }]));
  if (given.length > 1) {
    throw new VitrineError(
      'usage',
      'config-invalid',
      `More than one thing to play is set: ${given.map(({ kind }) => written(kind)).join(', ')}.`,
      { remedy: 'Keep the one that this player shall follow.' },
    );
  }
  return given[0] ?? null;
}

function transition(kind: Transition['kind'], seconds: number): Transition {
  return { kind, durationMs: kind === 'cut' ? 0 : Math.round(seconds * 1000) };
}
