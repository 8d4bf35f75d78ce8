import { apiPath, normaliseBaseUrl } from '../config/cms-address.ts';
import type { Config } from '../config.ts';
import type { Assignee, Assignment } from '../edition/assignment.ts';

interface Source extends Assignment {
  /** Host and path: whether it is asked over http or https makes no other CMS of it. */
  readonly address: string;
}

/**
 * CMS address and assignment, as one key: what another address or another assignment says is another source and never
 * mixed with this one. Null when there is no CMS to speak of.
 *
 * A source that is only spelt in another way keeps the key under which its edition is shown: `assignee` is what the CMS
 * said that this one follows, with id and name.
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

/** Digits are an id before they are a name, to the CMS too. */
function means(ref: string, { id, name }: Assignee): boolean {
  return ref === id || (ref === name && !/^\d+$/.test(ref));
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

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
