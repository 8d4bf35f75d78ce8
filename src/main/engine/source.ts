import { apiPath, normaliseBaseUrl } from '../config/cms-address.ts';
import type { Config } from '../config/config.ts';
import type { Assignee, Assignment } from '../edition/assignment.ts';
import { withoutEnd } from '../ground/without-end.ts';
import type { Store } from '../store/store.ts';

interface Source extends Assignment {
  /** Host and path: http and https reach the same CMS. */
  readonly address: string;
}

type SourceConfig = Pick<Config, 'cms' | 'assignment'>;

/**
 * CMS address and assignment as one key. Editions of different sources are never mixed. Null if the configuration names
 * no CMS or no assignment.
 *
 * A source that is only spelt differently, by the id or the name that the CMS gave it, keeps the key of the shown edition.
 */
export function sourceOf(config: SourceConfig, store: Pick<Store, 'show' | 'assignee'>): string | null {
  const now = configured(config);
  if (now === null) return null;
  const shown = store.show()?.edition.source ?? null;
  const assignee = shown === null ? null : store.assignee(shown);
  const before = shown === null ? null : parse(shown);
  const isSame =
    before?.address === now.address &&
    before.kind === now.kind &&
    (before.ref === now.ref || (assignee !== null && means(now.ref, assignee)));
  return isSame ? shown : `${now.address} ${now.kind} ${now.ref}`;
}

/** Digits always mean an id, never a name. */
function means(ref: string, { id, name }: Assignee): boolean {
  return ref === id || (ref === name && !/^\d+$/.test(ref));
}

function configured({ cms, assignment }: SourceConfig): Source | null {
  if (cms.url === null || assignment === null) return null;
  const { host, pathname } = new URL(normaliseBaseUrl(cms.url));
  return { address: withoutEnd(`${host}${pathname}`, '/'), ...assignment };
}

/** Earlier versions stored the address as configured, which may be the host alone. */
function parse(key: string): Source | null {
  const [, address, kind, ref] = /^(\S+) (playlist|device|deviceGroup) (.+)$/s.exec(key) ?? [];
  if (address === undefined || ref === undefined) return null;
  return {
    address: withoutEnd(address.includes('/') ? address : `${address}${apiPath}`, '/'),
    kind: kind as Assignment['kind'],
    ref,
  };
}
