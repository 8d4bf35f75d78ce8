import { hostname } from 'node:os';
import { createTransport } from 'nodemailer';
import { message } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import { isThisMachine } from '../ground/address-kind.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import { scrub } from '../ground/scrub.ts';
import type { Channel, ChannelNeeds } from './channel.ts';
import { longestStepMs } from './channel.ts';
import { connectionFault } from './fault.ts';
import { credentialsOf, tlsOf } from './secret.ts';

type Settings = NonNullable<Config['alerts']['mail']>;

/** Sends an alert by SMTP, always encrypted unless the server is this machine. */
export function mail({ server, to, from, credentialsFile }: Settings, needs: ChannelNeeds): Channel {
  const { settings, clock, env } = needs;
  const { protocol, hostname: name, port } = new URL(server);
  const host = name.replace(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  return {
    name: 'mail',
    async send(alert, over) {
      const login =
        credentialsFile === null
          ? null
          : await credentialsOf('alerts.mail.credentialsFile', credentialsFile, env);
      const isHere = isThisMachine(name);
      const transport = createTransport({
        host,
        secure,
        port: port === '' ? (secure ? 465 : 587) : Number(port),
        // A server on this machine is reached without a network; its certificate rarely names it.
        ...(isHere && !secure ? { ignoreTLS: true } : { requireTLS: true }),
        tls: await tlsOf(settings.caFile),
        ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
        connectionTimeout: longestStepMs,
        greetingTimeout: longestStepMs,
        socketTimeout: longestStepMs,
        // Nothing of it may be read from files or the network.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({
          from: from ?? senderOf(login?.user),
          to: [...to],
          subject: alert.subject,
          text: alert.text,
          messageId: `<${alert.id}@vitrine.invalid>`,
          date: new Date(alert.at),
          headers: { 'auto-submitted': 'auto-generated' },
          // Its own limits are for single steps: a server may take for ever with many.
          signal: over,
        });
        return message('alert.mail.sent', { host, to });
      } catch (thrown) {
        throw faultOf(thrown, host, clock.now());
      } finally {
        transport.close();
      }
    },
  };
}

const senderOf = (user: string | undefined): string => (user?.includes('@') ? user : `vitrine@${hostname()}`);

/** The library's error is dropped: it may quote what was sent. Its `originalCode` is the system's. */
function faultOf(thrown: unknown, host: string, now: number): VitrineError {
  const { response = '', command = '', originalCode } = thrown as Partial<NodemailerError>;
  const code = systemCode(thrown) ?? 'unknown';
  const reply = scrub(String(response).slice(0, 200)).trim();
  if (code === 'EAUTH') return new VitrineError('auth', message('alert-mail-login', { host, reply }));
  if (code === 'ETLS' && command === 'STARTTLS' && reply !== '')
    return new VitrineError('temporary', message('alert-mail-plain', { host }));
  if (reply !== '') return new VitrineError('temporary', message('alert-mail-refused', { host, reply }));
  const below = originalCode === undefined ? thrown : Object.assign(new Error(), { code: originalCode });
  return new VitrineError('temporary', connectionFault(below, host, now));
}

interface NodemailerError {
  readonly response: string;
  readonly command: string;
  readonly originalCode: string;
}
