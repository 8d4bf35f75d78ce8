import type { Socket } from 'node:net';
import { networkOf, siteOf } from './networks.ts';

interface AdmissionNeeds {
  /** Connections that may be open at once. */
  readonly most: number;
  readonly mostOfOneNetwork: number;
  /** Budget of new connections; null admits the connection. */
  readonly take?: (address: string) => number | null;
}

interface Open {
  readonly socket: Socket;
  readonly network: string;
  readonly site: string;
}

/** Admits connections. Beyond a limit, the new one replaces one of the network that holds the most. */
export function admission({ most, mostOfOneNetwork, take }: AdmissionNeeds): (socket: Socket) => void {
  const open = new Set<Open>();
  return (socket) => {
    const address = socket.remoteAddress ?? '';
    if (take !== undefined && take(address) !== null) {
      socket.destroy();
      return;
    }
    const one = { socket, network: networkOf(address), site: siteOf(address) };
    const own = [...open].filter(({ network }) => network === one.network);
    const leaves =
      own.length >= mostOfOneNetwork ? toLeave(own) : open.size >= most ? toLeave([...open]) : null;
    if (leaves !== null) {
      open.delete(leaves);
      leaves.socket.destroy();
    }
    open.add(one);
    socket.once('close', () => open.delete(one));
  };
}

/** The oldest connection of the largest network in the largest site; connections that have sent nothing go first. */
function toLeave(all: readonly Open[]): Open | null {
  const silent = all.filter(({ socket }) => socket.bytesRead === 0);
  const fromSite = ofTheMost(silent.length > 0 ? silent : all, ({ site }) => site);
  return ofTheMost(fromSite, ({ network }) => network)[0] ?? null;
}

function ofTheMost(all: readonly Open[], nameOf: (one: Open) => string): readonly Open[] {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
  const largest = Math.max(...counts.values());
  return all.filter((one) => counts.get(nameOf(one)) === largest);
}
