import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came. */
  readonly text: string;
  readonly user: string | null;
  readonly isEncrypted: boolean;
}

interface MailServerOptions {
  readonly cert?: string;
  readonly key?: string;
  /** TLS from the first byte. */
  readonly implicit?: boolean;
  /** Where it listens. */
  readonly host?: string;
  readonly user?: string;
  readonly password?: string;
}

/** A mail server that speaks SMTP on a real socket: STARTTLS where it has a certificate, AUTH PLAIN, and refusals. */
export async function startMailServer(options: MailServerOptions = {}) {
  const { cert, key, implicit = false } = options;
  const received: Received[] = [];
  /** Every line that came unencrypted. */
  const plainLines: string[] = [];
  const sockets = new Set<Socket>();
  let refusal: string | null = null;
  let isSilent = false;
  let hasNoEnd = false;
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    if (!isSilent) void converse(socket, socket instanceof TLSSocket);
  };

  async function converse(first: Socket, encrypted: boolean): Promise<void> {
    let [socket, isEncrypted] = [first, encrypted];
    let [user, from] = [null as string | null, ''];
    let to: string[] = [];
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 mail.example ESMTP');
    let rest = '';
    let data: string[] | null = null;
    const onLine = (line: string): void => {
      if (!isEncrypted) plainLines.push(line);
      if (data !== null) {
        if (line !== '.') {
          data.push(line.replace(/^\.\./, '.'));
          return;
        }
        received.push({ from, to, text: data.join('\n'), user, isEncrypted });
        data = null;
        say('250 queued');
        return;
      }
      const [verb = ''] = line.toUpperCase().split(' ');
      if (verb === 'EHLO' || verb === 'HELO') {
        const offersTls = cert !== undefined && !isEncrypted;
        say('250-mail.example');
        if (hasNoEnd) {
          const more = setInterval(() => say('250-MORE'), 50);
          socket.once('close', () => clearInterval(more));
          return;
        }
        if (offersTls) say('250-STARTTLS');
        if (options.user !== undefined) say('250-AUTH PLAIN');
        say('250 8BITMIME');
      } else if (verb === 'STARTTLS' && cert !== undefined && !isEncrypted) {
        say('220 go ahead');
        socket.removeAllListeners('data');
        socket = new TLSSocket(socket, { isServer: true, cert, key });
        socket.on('error', () => socket.destroy());
        isEncrypted = true;
        rest = '';
        listen();
      } else if (verb === 'AUTH') {
        const [, name = '', password = ''] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString('utf8')
          .split('\0');
        const isRight = name === options.user && password === options.password;
        user = isRight ? name : null;
        say(isRight ? '235 welcome' : '535 5.7.8 bad credentials');
      } else if (verb === 'MAIL') {
        from = /<(.*?)>/.exec(line)?.[1] ?? '';
        to = [];
        say(options.user !== undefined && user === null ? '530 authenticate first' : '250 ok');
      } else if (verb === 'RCPT') {
        to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
        say(refusal ?? '250 ok');
      } else if (verb === 'DATA') {
        data = [];
        say('354 go on');
      } else if (verb === 'QUIT') {
        say('221 bye');
        socket.end();
      } else say('500 what');
    };
    function listen(): void {
      socket.on('data', (bytes: Buffer) => {
        rest += bytes.toString('utf8');
        for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
          const line = rest.slice(0, end);
          rest = rest.slice(end + 2);
          onLine(line);
        }
      });
    }
    listen();
  }

  const server =
    implicit && cert !== undefined && key !== undefined
      ? createTlsServer({ cert, key }, serve)
      : createServer(serve);
  server.listen(0, options.host ?? '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received,
    plainLines,
    /** Answers each recipient with this line; null: accepts it. */
    refuse: (line: string | null) => {
      refusal = line;
    },
    /** How many connections are open. */
    open: () => [...sockets].filter((socket) => !socket.destroyed).length,
    /** Answers, a line now and then, without an end. */
    neverEnd: () => {
      hasNoEnd = true;
    },
    fallSilent: () => {
      isSilent = true;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
