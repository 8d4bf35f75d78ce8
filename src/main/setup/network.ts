import { networkInterfaces } from 'node:os';
import { kindOf } from '../ground/address-kind.ts';

/** How a phone in the same network reaches this machine. */
export type OwnNetwork =
  | { readonly state: 'there'; readonly address: string }
  /** A cable or Wi-Fi is there, but no router has given an address. */
  | { readonly state: 'no-address' }
  /** It could be reached from the internet, so it is used only if it is configured. */
  | { readonly state: 'public'; readonly address: string }
  /** The configured address is none of this machine's. */
  | { readonly state: 'not-own'; readonly address: string }
  | { readonly state: 'none' };

type Interfaces = ReturnType<typeof networkInterfaces>;

/** Bridges of containers and virtual machines, and tunnels: no phone is on them. */
const inside = /^(docker|br-|veth|virbr|vmnet|lxc|tun|tap|wg|zt|tailscale)/i;

/** `given`: the configured address. */
export function ownNetwork(given: string | null, interfaces: Interfaces = networkInterfaces()): OwnNetwork {
  const all = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    inside.test(name) ? [] : addresses.filter(({ family }) => family === 'IPv4'),
  );
  if (given !== null) {
    const everywhere = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
    return everywhere.some(({ address }) => address === given)
      ? { state: 'there', address: given }
      : all.every(({ internal }) => internal)
        ? { state: 'none' }
        : { state: 'not-own', address: given };
  }
  const outer = all.filter(({ internal }) => !internal);
  const own = outer.find(({ address }) => kindOf(address) === 'private');
  if (own) return { state: 'there', address: own.address };
  const open = outer.find(({ address }) => kindOf(address) !== 'link-local');
  if (open) return { state: 'public', address: open.address };
  return outer.some(({ address }) => kindOf(address) === 'link-local')
    ? { state: 'no-address' }
    : { state: 'none' };
}
