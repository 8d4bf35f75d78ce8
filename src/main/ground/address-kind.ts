import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The network that an address belongs to. `special`: none, such as multicast and documentation addresses. */
export type AddressKind = 'public' | 'loopback' | 'link-local' | 'private' | 'special';

export function isAddressKind(text: string): text is AddressKind {
  return ['public', 'loopback', 'link-local', 'private', 'special'].includes(text);
}

const ranges: readonly (readonly [AddressKind, ...string[]])[] = [
  ['loopback', '127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128'],
  ['link-local', '169.254.0.0/16', 'fe80::/10'],
  // Includes carrier-grade NAT (100.64), the benchmark range, which some proxies assign, and local translation.
  ['private', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '198.18.0.0/15'],
  ['private', '192.0.0.0/24', 'fc00::/7', 'fec0::/10', '64:ff9b:1::/48'],
  ['special', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  ['special', 'ff00::/8', '2001:db8::/32', '100::/64', '2001::/32'],
];

/** All public IPv6 addresses. */
const unicast = networks(['2000::/3']);
const lists = ranges.map(([kind, ...given]) => ({ kind, list: networks(given) }));

export function kindOf(address: string): AddressKind {
  const [plain = ''] = address.split('%');
  const inner = embedded(plain);
  if (inner !== null) return kindOf(inner);
  const family = isIPv6(plain) ? 'ipv6' : 'ipv4';
  const kind = lists.find(({ list }) => list.check(plain, family))?.kind ?? null;
  return kind ?? (family === 'ipv4' || unicast.check(plain, family) ? 'public' : 'special');
}

/** Addresses and networks such as `10.1.0.0/16`. Anything else is ignored. */
export function networks(given: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of given) {
    const { address, family, bits } = readNetwork(text) ?? {};
    if (address !== undefined && family !== undefined && bits !== undefined)
      list.addSubnet(address, bits, family);
  }
  return list;
}

export function readNetwork(text: string) {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIPv4(address) ? ('ipv4' as const) : isIPv6(address) ? ('ipv6' as const) : null;
  if (family === null) return null;
  const most = family === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? most : Number(length);
  return bits <= most ? { address, family, bits } : null;
}

/** The position of the IPv4 address in IPv6 forms that embed one, in groups of 16 bits: mapped, compatible, NAT64, 6to4. */
const carriers: readonly (readonly [begins: RegExp, at: number])[] = [
  [/^0:0:0:0:0:(ffff|0):/, 6],
  [/^0:0:0:0:ffff:0:/, 6],
  [/^64:ff9b:0:0:0:0:/, 6],
  [/^2002:/, 1],
];

function embedded(address: string): string | null {
  if (!isIPv6(address)) return null;
  const groups = groupsOf(address);
  const whole = groups.map((group) => group.toString(16)).join(':');
  // The unspecified address and loopback look like compatible ones.
  if (groups.slice(0, 7).every((group) => group === 0)) return null;
  const at = carriers.find(([begins]) => begins.test(whole))?.[1];
  if (at === undefined) return null;
  return [groups[at] ?? 0, groups[at + 1] ?? 0].flatMap((group) => [group >> 8, group & 255]).join('.');
}

function groupsOf(address: string): readonly number[] {
  // A URL has every address in its canonical short form, without dots.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(head), read(tail ?? '')];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

/** Judged by the host name alone. */
export function isThisMachine(host: string): boolean {
  return /^(127\.[\d.]+|\[::1\]|(.+\.)?localhost)$/.test(host);
}
