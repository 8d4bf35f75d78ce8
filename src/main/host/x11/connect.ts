import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Message, message } from '../../../shared/languages/message.ts';
import { VitrineError } from '../../ground/errors.ts';

/** The parts of a DISPLAY such as `:0`, `:10.0` or `host:1`. */
interface Address {
  readonly host: string;
  readonly number: number;
}

/** With a few percent of a processor, this process reads an answer only seconds after it came. */
const usualWaitMs = 20_000;

class NoAnswer extends Error {}

/** The server's description of its screen. */
export interface RootWindow {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** The value of a black pixel. */
  readonly black: number;
}

/** A connection that the X server has accepted. */
export interface X11 {
  readonly socket: Socket;
  readonly root: RootWindow;
  /** First resource id that this client may use. */
  readonly idBase: number;
}

/** The file with the cookies of this session's displays; null: none. */
export async function authorityFile(env: NodeJS.ProcessEnv): Promise<string | null> {
  const file = env.XAUTHORITY || join(homedir(), '.Xauthority');
  return readFile(file).then(
    () => file,
    () => null,
  );
}

/** A file with a cookie for any display started with it. */
export async function freshAuthority(folder: string): Promise<string> {
  const file = join(folder, 'Xauthority');
  const field = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0, bytes.length]), bytes]);
  const anyMachine = Buffer.from([0xff, 0xff]);
  const none = Buffer.alloc(0);
  const entry = [
    anyMachine,
    field(none),
    field(none),
    field(Buffer.from(cookieName)),
    field(randomBytes(16)),
  ];
  await writeFile(file, Buffer.concat(entry), { mode: 0o600, flag: 'wx' });
  return file;
}

const cookieName = 'MIT-MAGIC-COOKIE-1';

/**
 * Connects to a display before the browser does: a browser that is refused ends without a reason, and it needs the size
 * of the display at its start.
 */
export async function connectX11(
  display: string,
  env: NodeJS.ProcessEnv = process.env,
  waitMs = usualWaitMs,
): Promise<X11> {
  const address = parse(display);
  if (!address) throw refused(message('display-refused.name', { display }));
  const cookie = await findCookie(address, await authorityFile(env));
  const socket = await open(address, waitMs).catch((cause: unknown) => {
    throw refused(message('display-refused.silent', { display }), cause);
  });
  try {
    socket.write(setup(cookie));
    const answer = await reply(socket);
    // The connection stays silent for hours.
    socket.setTimeout(0);
    if (answer[0] !== 1) throw refused(message('display-refused.account', { display }));
    return { socket, ...firstScreen(answer) };
  } catch (error) {
    socket.destroy();
    throw error instanceof VitrineError
      ? error
      : refused(message('display-refused.silent', { display }), error);
  }
}

/**
 * Blocks screen saver and standby while this connection lasts; afterwards the X server restores the display's settings.
 * Servers without the extension have no screen saver either.
 */
export function keepAwake({ socket }: X11): void {
  const name = Buffer.from('MIT-SCREEN-SAVER');
  const query = Buffer.alloc(8 + name.length);
  query[0] = 98;
  query.writeUInt16LE(query.length / 4, 2);
  query.writeUInt16LE(name.length, 4);
  name.copy(query, 8);
  socket.once('data', (answer: Buffer) => {
    const isThere = answer[0] === 1 && answer[8] === 1;
    const suspend = 5;
    if (isThere) socket.write(Buffer.from([answer[9] ?? 0, suspend, 2, 0, 1, 0, 0, 0]));
    socket.resume();
  });
  socket.write(query);
}

/** A silent server may still be starting; a refusal stays until a person changes something. */
function refused(why: Message, cause?: unknown): VitrineError {
  return new VitrineError(cause instanceof NoAnswer ? 'temporary' : 'usage', why, {
    cause,
    remedy: message('display-refused.session'),
  });
}

function parse(display: string): Address | null {
  const [, host, number] = /^(?:unix)?([^:/]*):(\d{1,5})(?:\.\d+)?$/.exec(display) ?? [];
  return host === undefined || number === undefined ? null : { host, number: Number(number) };
}

function open({ host, number }: Address, timeout: number): Promise<Socket> {
  const socket =
    host === ''
      ? connect({ path: `/tmp/.X11-unix/X${number}`, timeout })
      : connect({ host, port: 6000 + number, timeout });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new NoAnswer()));
  });
}

interface Cookie {
  readonly name: Buffer;
  readonly data: Buffer;
}

/** File entries: family, then address, display number, name and data, each with a length prefix. */
async function findCookie(address: Address, file: string | null): Promise<Cookie | null> {
  if (!file) return null;
  const bytes = await readFile(file);
  let at = 0;
  const field = (): Buffer => {
    const length = at + 2 <= bytes.length ? bytes.readUInt16BE(at) : 0;
    const value = bytes.subarray(at + 2, at + 2 + length);
    at += 2 + length;
    return value;
  };
  while (at < bytes.length) {
    at += 2;
    field();
    const number = field().toString();
    const name = field();
    const data = field();
    if (number === '' || Number(number) === address.number) return { name, data };
  }
  return null;
}

/** Little-endian, protocol 11.0. */
function setup(cookie: Cookie | null): Buffer {
  const name = cookie?.name ?? Buffer.alloc(0);
  const data = cookie?.data ?? Buffer.alloc(0);
  const head = Buffer.alloc(12);
  head.write('l');
  head.writeUInt16LE(11, 2);
  head.writeUInt16LE(name.length, 6);
  head.writeUInt16LE(data.length, 8);
  return Buffer.concat([head, padded(name), padded(data)]);
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function reply(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0);
    const fail = (error: Error = new Error('The X server closed the connection')): void => reject(error);
    const onData = (bytes: Buffer): void => {
      answer = Buffer.concat([answer, bytes]);
      if (answer.length < 8 || answer.length < 8 + answer.readUInt16LE(6) * 4) return;
      socket.off('data', onData).off('error', fail).off('close', fail);
      resolve(answer);
    };
    socket.on('data', onData).once('error', fail).once('close', fail);
  });
}

function firstScreen(answer: Buffer): Omit<X11, 'socket'> {
  const vendor = answer.readUInt16LE(24);
  const formats = answer.readUInt8(29);
  const screen = 40 + vendor + ((4 - (vendor % 4)) % 4) + formats * 8;
  return {
    idBase: answer.readUInt32LE(12),
    root: {
      id: answer.readUInt32LE(screen),
      width: answer.readUInt16LE(screen + 20),
      height: answer.readUInt16LE(screen + 22),
      depth: answer.readUInt8(screen + 38),
      black: answer.readUInt32LE(screen + 12),
    },
  };
}
