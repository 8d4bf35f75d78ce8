/** Whoever has one address of IPv6 has 2^64 of them. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** The network in which somebody may well have many addresses: 24 bits of IPv4, 48 of IPv6. */
export function siteOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':')
    ? `${groupsOf(plain).slice(0, 3).join(':')}::/48`
    : `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}

/** The eight groups of an address of IPv6. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const missing = Math.max(8 - front.length - back.length, 0);
  return [...front, ...Array.from({ length: missing }, () => '0'), ...back];
}
