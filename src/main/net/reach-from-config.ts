import { normaliseBaseUrl } from '../config/cms-address.ts';
import type { Config } from '../config/config.ts';
import type { AddressKind } from '../ground/address-kind.ts';
import { Reach } from './reach.ts';

/** The settings that name addresses. */
export type ReachConfig = Pick<Config, 'cms' | 'network' | 'screen' | 'screens' | 'update'>;

/** Allows every configured address wherever it is, and those in `also`. */
export function reachFromConfig(
  config: ReachConfig,
  {
    also = [],
    onCmsKind,
  }: { readonly also?: readonly string[]; readonly onCmsKind?: (kind: AddressKind) => void } = {},
): Reach {
  const { url, oauth, profile, httpsOnly } = config.cms;
  const looks = config.screens === 'all' ? [config.screen] : config.screens.map(({ look }) => look);
  const addresses = [
    oauth?.authUrl ?? null,
    config.update.url,
    ...looks.map(({ ticker }) => ticker?.feed ?? null),
  ];
  const { tokenHosts } = profile;
  const trusted = Array.isArray(tokenHosts) ? tokenHosts.filter((host) => typeof host === 'string') : [];
  return new Reach({
    cms: url === null ? null : normaliseBaseUrl(url),
    configured: addresses.filter((address) => address !== null),
    allow: [...config.network.allow, ...trusted, ...also],
    httpsOnly,
    ...(onCmsKind ? { onCmsKind } : {}),
  });
}

/**
 * For addresses that the sender of an interrupt names: those on the internet and in the local network, never this machine or
 * its link, even where the CMS is there. `prepared`: addresses of the configuration, which may be anywhere.
 */
export function interruptReach(
  { cms, network }: Pick<Config, 'cms' | 'network'>,
  prepared: readonly string[] = [],
): Reach {
  return new Reach({
    cms: null,
    configured: prepared,
    allow: network.allow,
    httpsOnly: cms.httpsOnly,
    inside: 'private',
  });
}
