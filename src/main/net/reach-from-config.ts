import { normaliseBaseUrl } from '../config/cms-address.ts';
import type { Config } from '../config/config.ts';
import type { AddressKind } from '../ground/address-kind.ts';
import { Reach } from './reach.ts';

/** Allows every configured address wherever it is, and those in `also`. */
export function reachFromConfig(
  config: Config,
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
