import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Clock, sleep } from '../clock.ts';
import { secretPath } from '../config/secret-path.ts';
import type { Config } from '../config.ts';
import { readIfThere, writeDurably } from '../durable-file.ts';
import { asVitrineError, systemCode, VitrineError } from '../errors.ts';
import type { FileSystem } from '../fs.ts';
import { inTime } from '../in-time.ts';
import type { Log } from '../log.ts';
import { aroundMs } from '../retry.ts';
import { type EnrolAnswer, type Enrolment, enrolmentSchema, readAnswer, sealedRequest } from './enrolment.ts';
import type { LinkFault } from './link-fault.ts';
import { connectMqtt } from './mqtt-connection.ts';
import { enrolTopic } from './topics.ts';

export interface EnrolNeeds {
  readonly fleet: Config['fleet'];
  readonly dataDir: string;
  readonly fs: FileSystem;
  readonly clock: Clock;
  readonly log: Log;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly random?: () => number;
  /** Why it is not enrolled yet. */
  onFault?(why: Pick<LinkFault, 'code' | 'message' | 'remedy'>): void;
}

const ownSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ user: v.string(), password: v.string(), isEnrolled: v.boolean() }),
);
type Own = v.InferOutput<typeof ownSchema>;

const answerMs = 60_000;
const refusedMs = 600_000;

/**
 * The settings of the fleet with credentials of this screen alone, which it gets with those of many. They are drawn and durable before
 * anybody is asked: whatever dies, the same ones are asked for again, and it is one user of the broker.
 */
export async function enrolled(needs: EnrolNeeds): Promise<Config['fleet']> {
  const { fleet, dataDir, fs, clock, log, env, signal, random = Math.random, onFault } = needs;
  if (fleet.enrolmentFile === null) return fleet;
  const enrolment = await readEnrolment(secretPath(fleet.enrolmentFile, env));
  const path = join(dataDir, 'fleet-credentials.json');
  const caFile = join(dataDir, 'fleet-ca.pem');
  const keep = (own: Own): Promise<void> => writeDurably(fs, path, `${JSON.stringify(own)}\n`);
  let own = readOwn(await readIfThere(fs, path));
  if (own === null) {
    own = {
      user: fleet.device ?? drawnName(),
      password: randomBytes(32).toString('base64url'),
      isEnrolled: false,
    };
    await keep(own);
  }
  if (enrolment.ca !== null) await writeDurably(fs, caFile, enrolment.ca);
  const settings = {
    ...{ ...fleet, url: enrolment.url, name: enrolment.fleet, groups: enrolment.groups },
    ...{ device: own.user, credentialsFile: path, caFile: enrolment.ca === null ? fleet.caFile : caFile },
  };
  while (!own.isEnrolled) {
    let rest = 1_000 + random() * fleet.spreadSeconds * 1000;
    try {
      const { state, code } = await asked(enrolment, own, clock);
      if (state === 'done') {
        own = { ...own, isEnrolled: true };
        await keep(own);
        log.info('This screen is enrolled in its fleet', { device: own.user });
        break;
      }
      rest = aroundMs(refusedMs);
      const why = {
        code: `enrol-${code ?? 'refused'}`,
        message: 'This screen was not enrolled.',
        remedy: whyNot(code),
      };
      onFault?.(why);
      log.state('enrolment', why.code, 'error', why.message, why);
    } catch (error) {
      const { code, message, remedy } = asVitrineError(error);
      onFault?.({ code, message, remedy: remedy ?? '' });
      log.state('enrolment', code, 'warn', `This screen is not enrolled yet: ${message}`, { code, remedy });
      if (code === 'broker-login') rest = aroundMs(refusedMs);
    }
    await sleep(clock, rest, signal);
  }
  return settings;
}

async function asked(enrolment: Enrolment, own: Own, clock: Clock): Promise<EnrolAnswer> {
  const { url, fleet, user, password, ca } = enrolment;
  const to = randomUUID();
  const opened = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<EnrolAnswer>();
  const failed = (fault: LinkFault): void => {
    const error = new VitrineError('temporary', fault.code, fault.message, { remedy: fault.remedy });
    opened.reject(error);
    answered.reject(error);
  };
  answered.promise.catch(() => undefined);
  const answers = enrolTopic(fleet, `answer/${to}`);
  const connection = connectMqtt(
    {
      ...{
        url,
        will: null,
        willDelaySeconds: 0,
        topics: [answers],
        quality: 1,
        clientId: `vitrine-enrol-${to}`,
      },
      identity: async () => ({ user, password, ca, certificate: null, key: null }),
      ...{ keepaliveSeconds: 60, sessionSeconds: 0, largestPacket: 16 * 1024 },
    },
    {
      opened: (deaf) => (deaf === null ? opened.resolve() : failed(deaf)),
      message: async ({ topic, payload, isRetained }) => {
        const answer = topic === answers && !isRetained ? readAnswer(payload) : null;
        if (answer !== null) answered.resolve(answer);
      },
      ended: failed,
    },
    clock,
  );
  try {
    await opened.promise;
    const request = sealedRequest(enrolment, { device: own.user, password: own.password, to });
    const payload = JSON.stringify(request);
    await connection.publish({
      topic: enrolTopic(fleet, 'request'),
      payload,
      isKept: false,
      expirySeconds: 60,
    });
    return await inTime(clock, answerMs, answered.promise, nobody);
  } finally {
    await connection.close();
  }
}

export async function readEnrolment(path: string): Promise<Enrolment> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw unusable(`${path} cannot be read: ${systemCode(cause)}.`);
  });
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), enrolmentSchema), text);
  if (parsed.success) return parsed.output;
  throw unusable(`${path} is no enrolment.`);
}

function readOwn(text: string | null): Own | null {
  const parsed = v.safeParse(ownSchema, text);
  return parsed.success ? parsed.output : null;
}

/** Cards that were copied before their first start have one host name. */
function drawnName(): string {
  return `${
    hostname()
      .replace(/[^\w.-]+/g, '-')
      .slice(0, 40) || 'player'
  }-${randomBytes(4).toString('hex')}`;
}

function whyNot(code: string | null): string {
  switch (code) {
    case 'taken':
      return 'Another one has its name already. Give it another fleet.device, or remove that user from the broker.';
    case 'enough':
      return 'As many are enrolled as were meant to be. Start vitrine fleet enrol serve again for more.';
    case 'group':
      return 'Its groups are not those of the enrolment.';
    default:
      return 'Its enrolment does not fit the one that is served. Take the newest file.';
  }
}

function nobody(): VitrineError {
  return new VitrineError('temporary', 'enrol-unanswered', 'Nobody enrols screens just now.', {
    remedy: 'Run vitrine fleet enrol serve while screens are installed.',
  });
}

function unusable(message: string): VitrineError {
  return new VitrineError('auth', 'fleet-enrolment', message, {
    remedy: 'vitrine fleet enrol group writes one; fleet.enrolmentFile names it.',
  });
}
