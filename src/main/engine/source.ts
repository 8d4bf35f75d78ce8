import { apiPath, normaliseBaseUrl } from '../config/cms-address.ts';
import type { Config } from '../config.ts';
import type { Assignment } from '../edition/assignment.ts';
import { type Edition, playlistOf } from '../edition/edition.ts';

interface Source {
  /** Host and path: whether it is asked over http or https makes no other CMS of it. */
  readonly address: string;
  readonly kind: Assignment['kind'];
  readonly ref: string;
}

/**
 * CMS address and assignment, as one key: what another address or another assignment says is another source and never
 * mixed with this one. Null when there is no CMS to speak of.
 *
 * A source that is only spelt in another way keeps the key under which the data folder has its editions. Which device
 * or group a name means is not known without the CMS, so those go by what is configured; of a playlist the edition
 * itself knows id and name.
 */
export function sourceKey(config: Config, shown: Edition | null): string | null {
  const now = configured(config);
  if (now === null) return null;
  const before = shown === null ? null : parse(shown.source);
  const isSame =
    before?.address === now.address &&
    before.kind === now.kind &&
    (before.ref === now.ref || (now.kind === 'playlist' && plays(shown, now.ref, config)));
  return isSame && shown !== null ? shown.source : `${now.address} ${now.kind} ${now.ref}`;
}

function configured({ cms, assignment }: Config): Source | null {
  if (cms.url === null || assignment === null) return null;
  const { host, pathname } = new URL(normaliseBaseUrl(cms.url));
  return { address: withoutSlash(`${host}${pathname}`), ...assignment };
}

/** Earlier versions wrote the address as it was configured, which may be the host alone. */
function parse(key: string): Source | null {
  const [, address, kind, ref] = /^(\S+) (playlist|device|deviceGroup) (.+)$/s.exec(key) ?? [];
  if (address === undefined || ref === undefined) return null;
  return {
    address: withoutSlash(address.includes('/') ? address : `${address}${apiPath}`),
    kind: kind as Assignment['kind'],
    ref,
  };
}

/** Whether that playlist, by id or name, is the one on the screens that have none of their own. */
function plays(edition: Edition | null, ref: string, { screens }: Config): boolean {
  const assigned = screens === 'all' ? ['1'] : screens.flatMap(({ id, playlist }) => (playlist ? [] : [id]));
  return assigned.some((screen) => {
    const id = edition && Object.hasOwn(edition.screens, screen) ? edition.screens[screen] : undefined;
    return edition !== null && id !== undefined && (id === ref || playlistOf(edition, id)?.name === ref);
  });
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
