import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy to the broker that stalls for a while after so many bytes. */
export async function standsStill(port: number, afterBytes: number, forMs: number): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const broker = connect(port, '127.0.0.1');
    for (const one of [socket, broker])
      sockets.add(
        one.on('error', () => undefined).on('close', () => [socket, broker].map((each) => each.destroy())),
      );
    socket.pipe(broker);
    let left = afterBytes;
    broker.on('data', (chunk: Buffer) => {
      socket.write(chunk.subarray(0, Math.max(0, left)));
      const rest = chunk.subarray(Math.max(0, left));
      const wasOpen = left > 0;
      left -= chunk.length;
      if (rest.length === 0) return;
      if (!wasOpen) return void socket.write(rest);
      broker.pause();
      setTimeout(() => {
        socket.write(rest);
        broker.resume();
      }, forMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
