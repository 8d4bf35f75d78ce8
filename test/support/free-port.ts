import { createServer, type ListenOptions } from 'node:net';

/** Below the system's ephemeral ports, so that no other program gets it before its use. */
const [lowest, count] = [20_000, 10_000];
let next = Math.floor(Math.random() * count);

/** A free port of this machine, reserved among tests while this process lives. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + (next++ % count);
    if ((await isPromised(port)) && (await isFree(port))) return port;
  }
}

/** A name that one process holds at a time; the kernel releases it when the process ends. */
function isPromised(port: number): Promise<boolean> {
  const promise = createServer().unref();
  return listens(promise, { path: `\0vitrine-test-port-${port}` });
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isIt = await listens(server, { port });
  if (isIt) await new Promise((resolve) => server.close(resolve));
  return isIt;
}

function listens(server: ReturnType<typeof createServer>, at: ListenOptions): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(at, () => resolve(true));
  });
}
