import { message } from '../../shared/languages/message.ts';
import { normaliseBaseUrl } from '../config/cms-address.ts';
import type { Config } from '../config/config.ts';
import { dayMs } from '../edition/wall-clock.ts';
import { systemClock } from '../ground/clock.ts';
import { asVitrineError, type VitrineError } from '../ground/errors.ts';
import { type Finding, fail, failedBy, ok, warn } from '../ground/finding.ts';
import type { Log } from '../ground/log.ts';
import type { Network } from '../net/network.ts';
import { reachFromConfig } from '../net/reach-from-config.ts';
import type { CmsApi } from './api.ts';
import { createCms } from './client.ts';
import { findAssigned } from './diagnose-account.ts';
import { guessBaseUrl, serverTime } from './diagnose-address.ts';
import { type CmsConfig, configuredUrl, credentialsFromConfig, networkFromConfig } from './from-config.ts';
import { parseProfile } from './profile.ts';
import type { PlaylistRecord } from './records.ts';

export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** The clock of the CMS; null without an answer. */
  readonly date: number | null;
}

type DiagnosedConfig = CmsConfig & Pick<Config, 'assignment'>;

/** Short limits: a person is waiting. */
const limits = { retries: 0, lookupMs: 5000, connectMs: 8000, answerMs: 20_000, silenceMs: 15_000 };

/** Checks everything from network to assigned playlist, in order, and stops at the first failure that blocks the rest. */
export async function diagnose(
  config: DiagnosedConfig,
  needs: { readonly log: Log; readonly signal?: AbortSignal },
): Promise<Diagnosis> {
  let network: Network | null = null;
  try {
    const baseUrl = normaliseBaseUrl(configuredUrl(config));
    // The user is at the device, and may have meant another port of this host.
    network = networkFromConfig(config, {
      reach: reachFromConfig(config, { also: [new URL(baseUrl).hostname] }),
    });
    return await examine(config, baseUrl, network, needs);
  } catch (thrown) {
    return { findings: [failedBy('cms', thrown)], date: null };
  } finally {
    network?.close();
  }
}

async function examine(
  config: DiagnosedConfig,
  baseUrl: string,
  network: Network,
  { log, signal }: { readonly log: Log; readonly signal?: AbortSignal },
): Promise<Diagnosis> {
  let date: number | null = null;
  const cms = createCms({
    baseUrl,
    credentials: credentialsFromConfig(config, { clock: systemClock, log }, network),
    profile: parseProfile(config.cms.profile),
    retryAfter: { until: () => null, set: () => undefined },
    clock: systemClock,
    log,
    network,
    limits,
    onServerTime: (time) => {
      date = time;
    },
  });
  try {
    const { records } = await cms.playlists(signal ? { signal } : {});
    const findings = [
      ok('cms', message('cms.check.answers', { url: baseUrl })),
      ok('token', message('cms.check.token')),
      ...(await account(config, cms, records)),
    ];
    return { findings, date };
  } catch (thrown) {
    const findings = await explain(asVitrineError(thrown), baseUrl, network);
    return { findings, date };
  }
}

async function account(
  config: Pick<Config, 'assignment'>,
  cms: CmsApi,
  playlists: readonly PlaylistRecord[],
): Promise<readonly Finding[]> {
  const count = playlists.length;
  const own =
    count > 0
      ? ok('account', message('cms.check.playlists', { count }))
      : warn('account', message('cms.check.no-playlists'));
  try {
    return [own, ...(await findAssigned(config.assignment, cms, playlists))];
  } catch (thrown) {
    return [own, failedBy('assignment', thrown)];
  }
}

async function explain(error: VitrineError, baseUrl: string, network: Network): Promise<readonly Finding[]> {
  const { code } = error;
  if (aboutToken.has(code)) {
    const isExpired = code === 'cms-unauthorised' && /expir/i.test(error.message);
    const finding = isExpired ? fail('token', message('cms-unauthorised.expired')) : failedBy('token', error);
    // Only a refusal proves that the CMS was there.
    return code === 'cms-unauthorised' || code === 'cms-forbidden'
      ? [ok('cms', message('cms.check.answers', { url: baseUrl })), finding]
      : [finding];
  }
  if (code === 'cms-rate-limited') return [{ ...failedBy('cms', error), result: 'warn' }];
  if (code === 'cms-tls-expired' || code === 'cms-tls-clock') {
    const there = await serverTime(baseUrl, network);
    if (there !== null && Math.abs(there - Date.now()) > dayMs) {
      const clocks = { here: iso(Date.now()), there: iso(there) };
      return [fail('cms', message('cms-tls-clock.differs', clocks))];
    }
    return [failedBy('cms', error)];
  }
  if (!aboutAddress.has(code) && !code.startsWith('cms-unreachable')) return [failedBy('cms', error)];
  const meant = await guessBaseUrl(baseUrl, network);
  if (meant === null) return [failedBy('cms', error)];
  return [fail('cms', message('cms.check.meant', { problem: error.sentence, meant }))];
}

const aboutToken = new Set([
  'cms-unauthorised',
  'cms-forbidden',
  'token-missing',
  'token-unreadable',
  'token-invalid',
  'login-needed',
  'login-client-refused',
]);

/** Something other than the API answered, or nothing did at this port or with this scheme. */
const aboutAddress = new Set([
  'cms-not-json',
  'cms-not-found',
  'cms-not-offered',
  'cms-bad-answer',
  'cms-invalid',
  'cms-redirected',
  'cms-redirect-loop',
  'cms-tls',
]);

function iso(time: number): string {
  return new Date(time).toISOString();
}
