import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Language } from '../../shared/languages/language.ts';
import { message } from '../../shared/languages/message.ts';
import { systemClock } from '../ground/clock.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { LanAccess } from './access/lan-access.ts';
import { type AdminPort, adminApp } from './app.ts';
import { controlSocket } from './socket.ts';
import { supportDoor } from './support-door.ts';

export interface Admin {
  /** Of the web page; null when it is off or its port is in use. */
  readonly address: string | null;
  /** On which somebody may be answered now. */
  ports(): readonly number[];
  stop(): Promise<void>;
}

interface AdminNeeds {
  readonly player: AdminPort;
  readonly dataDir: string;
  /** Of the web page; 0: there is none. */
  readonly port: number;
  readonly log: Log;
  /** Of the page, for browsers that name no language that we have. */
  readonly language?: Language;
}

/** A person has a few pages open, and a program that holds hundreds would take them from the show. */
const mostConnections = 50;

/** Request and Response stay the platform's own, also for whatever else runs in this process. */
const own = { overrideGlobalObjects: false };

/** Opens the control socket and the local web page. A player that cannot have one of them says so and goes on. */
export async function startAdmin({
  player,
  dataDir,
  port,
  log,
  language = 'en',
}: AdminNeeds): Promise<Admin> {
  const socket = controlSocket(dataDir);
  const support = supportDoor(player, dataDir, systemClock);
  const lan = new LanAccess({ player, dataDir, clock: systemClock, log, language, support });
  const control = createServer(
    getRequestListener(adminApp(player, 'control', { dataDir, lan, support }).fetch, own),
  );
  const web = createServer(getRequestListener(adminApp(player, 'web', { dataDir, language }).fetch, own));
  web.maxConnections = mostConnections;
  try {
    // A socket that is still there was left by a death: this player alone holds the data folder.
    if (socket.file) rmSync(socket.file, { force: true });
    await privately(() => listen(control, { path: socket.path }));
    if (socket.file) chmodSync(socket.file, socket.mode);
  } catch (error) {
    log.warn('the control socket cannot be opened: commands beside the player will not reach it', { error });
  }
  let address: string | null = null;
  if (port !== 0) {
    try {
      await listen(web, { port, host: '127.0.0.1' });
      address = `http://127.0.0.1:${port}/`;
    } catch (cause) {
      const taken = cause instanceof VitrineError && cause.code === 'EADDRINUSE';
      log.warn(
        taken
          ? `the status page is off: port ${port} is in use. Set VITRINE_ADMIN_PORT to another one, or to 0`
          : 'the status page cannot be opened',
        taken ? {} : { error: cause },
      );
    }
  }
  await lan.start();
  return {
    address,
    ports: () => [...(address === null ? [] : [port]), ...lan.ports()],
    stop: async () => {
      await Promise.all([close(control), close(web), lan.stop()]);
      if (socket.file) rmSync(socket.file, { force: true });
      socket.release();
    },
  };
}

/** Between the making of a socket and a change of its mode somebody else could connect. */
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
