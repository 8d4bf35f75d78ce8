import { createServer, type Server, type Socket } from 'node:net';
import type { CachedDisk } from './cached-disk.ts';

// The Network Block Device protocol as far as QEMU needs it: fixed newstyle negotiation, simple replies.

const [greeting, haveOption, optionReply] = [0x4e42444d41474943n, 0x49484156454f5054n, 0x3e889045565a9n];
const [requestMagic, replyMagic] = [0x25609513, 0x67446698];
const option = { abort: 2, info: 6, go: 7 };
const answer = { ack: 1, info: 3, unsupported: 0x80000001 };
const command = { read: 0, write: 1, disconnect: 2, flush: 3 };
/** Has flags, can flush, knows writes that are flushed at once. */
const [flags, atOnce] = [1 | 4 | 8, 1];
const inputOutputError = 5;

/** Offers the disk to QEMU at this Unix socket. */
export function serveDisk(disk: CachedDisk, path: string): Server {
  const server = createServer((socket) => {
    // QEMU is killed in the middle of it.
    socket.on('error', () => undefined);
    void talk(socket, disk).catch(() => socket.destroy());
  });
  return server.listen(path);
}

async function talk(socket: Socket, disk: CachedDisk): Promise<void> {
  const take = reader(socket);
  const hello = Buffer.alloc(18);
  hello.writeBigUInt64BE(greeting, 0);
  hello.writeBigUInt64BE(haveOption, 8);
  hello.writeUInt16BE(3, 16);
  socket.write(hello);
  await take(4);
  if (await negotiate(socket, take, disk.size)) while (await serve(socket, take, disk));
  socket.end();
}

type Take = (length: number) => Promise<Buffer>;

/** False: the client has gone. */
async function negotiate(socket: Socket, take: Take, size: number): Promise<boolean> {
  for (;;) {
    const head = await take(16);
    const wanted = head.readUInt32BE(8);
    await take(head.readUInt32BE(12));
    const reply = (type: number, data = Buffer.alloc(0)): void => {
      const bytes = Buffer.alloc(20);
      bytes.writeBigUInt64BE(optionReply, 0);
      bytes.writeUInt32BE(wanted, 8);
      bytes.writeUInt32BE(type, 12);
      bytes.writeUInt32BE(data.length, 16);
      socket.write(Buffer.concat([bytes, data]));
    };
    const isKnown = wanted === option.go || wanted === option.info;
    if (isKnown) {
      const about = Buffer.alloc(12);
      about.writeBigUInt64BE(BigInt(size), 2);
      about.writeUInt16BE(flags, 10);
      reply(answer.info, about);
    }
    reply(isKnown || wanted === option.abort ? answer.ack : answer.unsupported);
    if (wanted === option.go) return true;
    if (wanted === option.abort) return false;
  }
}

/** One request. False: it was the last. */
async function serve(socket: Socket, take: Take, disk: CachedDisk): Promise<boolean> {
  const head = await take(28);
  if (head.readUInt32BE(0) !== requestMagic) throw new Error('not a request');
  const [flag, type] = [head.readUInt16BE(4), head.readUInt16BE(6)];
  const [offset, length] = [Number(head.readBigUInt64BE(16)), head.readUInt32BE(24)];
  const reply = (data: Buffer | null): void => {
    const bytes = Buffer.alloc(16);
    bytes.writeUInt32BE(replyMagic, 0);
    bytes.writeUInt32BE(data === null ? inputOutputError : 0, 4);
    head.copy(bytes, 8, 8, 16);
    socket.write(data === null ? bytes : Buffer.concat([bytes, data]));
  };
  const done = (isDone: boolean): void => reply(isDone ? Buffer.alloc(0) : null);
  if (type === command.disconnect) return false;
  if (type === command.read) reply(disk.read(offset, length));
  else if (type === command.write)
    done(disk.write(offset, await take(length)) && ((flag & atOnce) === 0 || disk.flush()));
  else done(type === command.flush && disk.flush());
  return true;
}

function reader(socket: Socket): Take {
  let bytes: Buffer = Buffer.alloc(0);
  const chunks = socket[Symbol.asyncIterator]();
  return async (length) => {
    const parts = [bytes];
    let has = bytes.length;
    while (has < length) {
      const { value, done } = await chunks.next();
      if (done) throw new Error('the client has gone');
      parts.push(value as Buffer);
      has += (value as Buffer).length;
    }
    const all = Buffer.concat(parts, has);
    bytes = all.subarray(length);
    return all.subarray(0, length);
  };
}
