import { expect, test } from 'vitest';
import { kindOf, readNetwork } from '../../src/main/ground/address-kind.ts';

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.0.3', 'loopback'],
  ['0.0.0.0', 'loopback'],
  ['::1', 'loopback'],
  ['::', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::127.0.0.1', 'loopback'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['2002:7f00:1::', 'loopback'],
  ['169.254.169.254', 'link-local'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['::ffff:a9fe:a9fe', 'link-local'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd12::1', 'private'],
  ['fec0::1', 'private'],
  ['::ffff:10.0.0.1', 'private'],
  ['::ffff:0:10.0.0.1', 'private'],
  ['64:ff9b::10.0.0.1', 'private'],
  ['64:ff9b:1::1', 'private'],
  ['224.0.0.1', 'special'],
  ['255.255.255.255', 'special'],
  ['ff02::1', 'special'],
  ['2001:db8::1', 'special'],
  ['4000::1', 'special'],
  ['93.184.215.14', 'public'],
  ['172.15.0.1', 'public'],
  ['172.32.0.1', 'public'],
  ['100.63.255.255', 'public'],
  ['2606:4700::1111', 'public'],
  // In a network without IPv4 all addresses of the internet look like this.
  ['64:ff9b::93.184.215.14', 'public'],
])('%s is %s', (address, kind) => {
  expect(kindOf(address)).toBe(kind);
});

test('a network needs a valid prefix length, an address has none', () => {
  expect(readNetwork('10.0.0.0/8')).toMatchObject({ bits: 8 });
  expect(readNetwork('fd00::/8')).toMatchObject({ bits: 8, family: 'ipv6' });
  expect(readNetwork('10.0.0.1')).toMatchObject({ bits: 32 });
  for (const none of ['10.0.0.0/33', 'cms.lan', '10.0.0.0/', '10.0.0/8', ''])
    expect(readNetwork(none)).toBeNull();
});
