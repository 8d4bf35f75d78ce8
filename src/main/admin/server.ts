import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { message } from '../../shared/languages/message.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { LanAccess } from './access/lan-access.ts';
import { type AdminPort, adminApp } from './app.ts';
import { Opening } from './opening.ts';
import { controlSocket } from './socket.ts';
import { supportDoor } from './support-door.ts';

export interface Admin {
  /** Address of the web page; null when it is off or its port is in use. */
  readonly address: string | null;
  /** Opens the page to the network with a password that nobody has chosen. */
  open(): Promise<{ readonly addresses: readonly string[]; readonly password: string }>;
  /** The ports that answer now. */
  ports(): readonly number[];
  stop(): Promise<void>;
}

interface AdminNeeds {
  readonly player: AdminPort;
  readonly dataDir: string;
  /** Port of the web page; 0: off. */
  readonly port: number;
  readonly log: Log;
  readonly clock?: Clock;
}

/** Enough for a few open pages. Hundreds of connections would take resources from the show. */
const mostConnections = 50;

/** Keeps the platform's Request and Response for the rest of this process. */
const own = { overrideGlobalObjects: false };

/** Opens the control socket and the local web page. If one fails, the player logs it, continues and retries. */
export async function startAdmin({
  player,
  dataDir,
  port,
  log,
  clock = systemClock,
}: AdminNeeds): Promise<Admin> {
  const socket = controlSocket(dataDir);
  const support = supportDoor(player, dataDir, systemClock);
  const lan = new LanAccess({ player, dataDir, clock: systemClock, log, support });
  const control = createServer(
    getRequestListener(adminApp(player, 'control', { dataDir, lan, support }).fetch, own),
  );
  const web = createServer(getRequestListener(adminApp(player, 'web', { dataDir }).fetch, own));
  web.maxConnections = mostConnections;
  const opening = new Opening(clock);
  await opening.keep(
    async () => {
      // An existing socket is left over from a crash: this player holds the lock of the data folder.
      if (socket.file) rmSync(socket.file, { force: true });
      await privately(() => listen(control, { path: socket.path }));
      if (socket.file) chmodSync(socket.file, socket.mode);
    },
    (error) =>
      log.warn('the control socket cannot be opened: commands will not reach this player', { error }),
    () => log.info('The control socket is open'),
  );
  if (port !== 0)
    await opening.keep(
      () => listen(web, { port, host: '127.0.0.1' }),
      (cause) => {
        const taken = cause instanceof VitrineError && cause.code === 'EADDRINUSE';
        log.warn(
          taken
            ? `the status page is off: port ${port} is in use. Set VITRINE_ADMIN_PORT to another port, or to 0`
            : 'the status page cannot be opened',
          taken ? {} : { error: cause },
        );
      },
      () => log.info('The status page is open'),
    );
  await lan.start();
  return {
    get address() {
      return web.listening ? `http://127.0.0.1:${port}/` : null;
    },
    open: () => lan.open(),
    ports: () => [...(web.listening ? [port] : []), ...lan.ports()],
    stop: async () => {
      opening.stop();
      await Promise.all([close(control), close(web), lan.stop()]);
      if (socket.file) rmSync(socket.file, { force: true });
      socket.release();
    },
  };
}

/** Without the umask another account could connect between the socket's creation and its chmod. */
function privately<Result>(make: () => Result): Result {
  const before = process.umask(0o177);
  try {
    return make();
  } finally {
    process.umask(before);
  }
}

function listen(server: Server, where: { path: string } | { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new VitrineError(
          'temporary',
          systemCode(cause) ?? 'listen-failed',
          message('verbatim', { text: cause.message }),
          { cause },
        ),
      ),
    );
    server.listen(where, () => resolve());
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
