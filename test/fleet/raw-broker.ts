import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Packet {
  /** 1 CONNECT, 3 PUBLISH, 8 SUBSCRIBE, 12 PINGREQ … */
  readonly type: number;
  /** Packet id of PUBLISH and SUBSCRIBE: two bytes. */
  readonly id: readonly [number, number];
}

/** A scripted broker, for answers that no real broker can be made to give. */
export async function rawBroker(
  answer: (packet: Packet, socket: Socket) => void,
): Promise<{ readonly url: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let held = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk]);
      for (let packet = first(held); packet !== null; packet = first(held)) {
        held = held.subarray(packet.bytes);
        answer(packet, socket);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function first(held: Buffer): (Packet & { readonly bytes: number }) | null {
  let [length, at] = [0, 1];
  for (let more = true; more; at++) {
    if (at >= held.length) return null;
    const byte = held[at] ?? 0;
    length += (byte & 0x7f) * 128 ** (at - 1);
    more = (byte & 0x80) !== 0;
  }
  if (held.length < at + length) return null;
  const type = (held[0] ?? 0) >> 4;
  const idAt = type === 3 ? at + 2 + held.readUInt16BE(at) : at;
  return { type, id: [held[idAt] ?? 0, held[idAt + 1] ?? 0], bytes: at + length };
}

/** The regular answers of an MQTT 5 broker: a player without groups has five subscriptions. */
export function welcome({ type, id }: Packet, socket: Socket): void {
  if (type === 1) socket.write(Uint8Array.from([0x20, 3, 0, 0, 0]));
  if (type === 8) socket.write(Uint8Array.from([0x90, 8, ...id, 0, 1, 1, 1, 1, 1]));
  if (type === 3) socket.write(Uint8Array.from([0x40, 2, ...id]));
  if (type === 12) socket.write(Uint8Array.from([0xd0, 0]));
}
