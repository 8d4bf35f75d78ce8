import { createServer } from 'node:net';

/** Below those that the system hands out to whoever asks for any: nobody else is given it before it is used. */
const [lowest, count] = [20_000, 10_000];
/** Others do the same at the same time, each from somewhere else on. */
let next = Math.floor(Math.random() * count);

/** A port of this machine at which nobody listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + (next++ % count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
