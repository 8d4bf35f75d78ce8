import { apiPath, normaliseBaseUrl } from '../config/cms-address.ts';
import type { Config } from '../config/config.ts';
import type { Assignee, Assignment } from '../edition/assignment.ts';
import { withoutEnd } from '../ground/without-end.ts';

interface Source extends Assignment {
  /** Host and path: the same CMS may be asked over http and over https. */
  readonly address: string;
}

/**
 * CMS address and assignment as one key: another address or another assignment is another source, and their editions
 * are never mixed. Null when the configuration names no CMS or no assignment.
 *
 * A source that is only spelt in another way keeps the key under which its edition is shown. `assignee` is what that
 * source follows, with the id and the name that the CMS gave it.
 */
export function sourceKey(config: Config, shown: string | null, assignee: Assignee | null): string | null {
  const now = configured(config);
  if (now === null) return null;
  const before = shown === null ? null : parse(shown);
  const isSame =
    before?.address === now.address &&
    before.kind === now.kind &&
    (before.ref === now.ref || (assignee !== null && means(now.ref, assignee)));
  return isSame ? shown : `${now.address} ${now.kind} ${now.ref}`;
}

/** Digits are an id first, and a name only where no id is meant. */
function means(ref: string, { id, name }: Assignee): boolean {
  return ref === id || (ref === name && !/^\d+$/.test(ref));
}

function configured({ cms, assignment }: Config): Source | null {
  if (cms.url === null || assignment === null) return null;
  const { host, pathname } = new URL(normaliseBaseUrl(cms.url));
  return { address: withoutEnd(`${host}${pathname}`, '/'), ...assignment };
}

/** Earlier versions wrote the address as it was configured, which may be the host alone. */
function parse(key: string): Source | null {
  const [, address, kind, ref] = /^(\S+) (playlist|device|deviceGroup) (.+)$/s.exec(key) ?? [];
  if (address === undefined || ref === undefined) return null;
  return {
    address: withoutEnd(address.includes('/') ? address : `${address}${apiPath}`, '/'),
    kind: kind as Assignment['kind'],
    ref,
  };
}
