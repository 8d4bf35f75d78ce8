import type { Named, SetupLists } from '../../shared/setup.ts';
import type { CmsApi } from '../cms/api.ts';
import { diagnose } from '../cms/diagnose.ts';
import { guessBaseUrl } from '../cms/diagnose-address.ts';
import { type CmsConfig, createCmsFromConfig, networkFromConfig } from '../cms/from-config.ts';
import { normaliseBaseUrl } from '../config/cms-address.ts';
import type { Config } from '../config/config.ts';
import { systemClock } from '../ground/clock.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';

/** What can be assigned to this player. Reading it also proves address and token. */
export async function listsOf(config: CmsConfig, log: Log): Promise<SetupLists> {
  const retryAfter = { until: () => null, set: () => undefined };
  const cms = createCmsFromConfig(config, { retryAfter, clock: systemClock, log });
  try {
    const playlists = await cms.playlists();
    const [devices, groups] = await Promise.all([offered(cms.devices()), offered(cms.deviceGroups())]);
    return {
      url: normaliseBaseUrl(config.cms.url ?? ''),
      playlists: named(playlists.records),
      devices: named(devices.records),
      groups: named(groups.records),
    };
  } finally {
    cms.close();
  }
}

/** A bare host may mean either scheme; a typed scheme is meant. */
export async function meantAddress(
  typed: string,
  config: CmsConfig,
  thrown: unknown,
): Promise<string | null> {
  if (/^[a-z]+:\/\//i.test(typed.trim()) || config.cms.url === null) return null;
  const network = networkFromConfig(config);
  try {
    const meant = await guessBaseUrl(config.cms.url, network);
    // A server that refuses, or has an untrusted certificate, gets no token over an unencrypted connection.
    const { code } = asVitrineError(thrown);
    const isSilent = code === 'cms-tls' || code.startsWith('cms-unreachable');
    const isLess = config.cms.url.startsWith('https:') && meant?.startsWith('http:') === true;
    return isLess && !isSilent ? null : meant;
  } finally {
    network.close();
  }
}

/** Not every CMS lists devices and groups. */
async function offered<Found>(
  listing: Promise<{ readonly records: readonly Found[] }>,
): Promise<{ readonly records: readonly Found[] }> {
  try {
    return await listing;
  } catch (thrown) {
    const { code } = asVitrineError(thrown);
    if (code === 'cms-not-found' || code === 'cms-not-offered' || code === 'cms-forbidden')
      return { records: [] };
    throw thrown;
  }
}

function named(
  records: Awaited<ReturnType<CmsApi['playlists']>>['records'] | readonly Named[],
): readonly Named[] {
  return records.map(({ id, name }) => ({ id, name }));
}

/** Doctor explains more than the first error, and looks for the intended address. */
export async function explained(
  config: CmsConfig & Pick<Config, 'assignment'>,
  error: VitrineError,
  log: Log,
): Promise<VitrineError> {
  const { findings } = await diagnose(config, { log });
  const found = findings.find(({ result, check }) => result === 'fail' && check !== 'assignment');
  if (found === undefined) return error;
  const { kind, code } = error;
  return new VitrineError(kind, code, found.message, found.remedy === null ? {} : { remedy: found.remedy });
}
