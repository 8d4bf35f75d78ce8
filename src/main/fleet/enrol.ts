import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { inEnglish, message } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import { secretPath } from '../config/secret-path.ts';
import { brokerAddress } from '../config/values.ts';
import { type Clock, sleep } from '../ground/clock.ts';
import { readIfThere, unlinkIfThere, writeDurably } from '../ground/durable-file.ts';
import { asVitrineError, type ErrorReport, reportOf, systemCode, VitrineError } from '../ground/errors.ts';
import type { FileSystem } from '../ground/fs.ts';
import { inTime } from '../ground/in-time.ts';
import type { Log } from '../ground/log.ts';
import { aroundMs } from '../ground/retry.ts';
import {
  type EnrolAnswer,
  type Enrolment,
  enrolmentIn,
  ownEnrolment,
  readAnswer,
  sealedRequest,
  unusable,
} from './enrolment.ts';
import { type LinkFault, fault as linkFault } from './link-fault.ts';
import { connectMqtt } from './mqtt-connection.ts';
import { enrolClientId, enrolTopic } from './topics.ts';

export interface EnrolNeeds {
  readonly fleet: Config['fleet'];
  readonly dataDir: string;
  readonly fs: FileSystem;
  readonly clock: Clock;
  readonly log: Log;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly random?: () => number;
  /** Why enrolment takes long. */
  onFault?(why: ErrorReport): void;
}

const placeSchema = v.object({
  url: brokerAddress,
  name: v.string(),
  groups: v.array(v.string()),
  ca: v.nullable(v.string()),
  commandKey: v.optional(v.string()),
});
/** The fleet that a player joins. */
type Place = v.InferOutput<typeof placeSchema>;

const ownSchema = v.pipe(
  v.string(),
  v.parseJson(),
  // `joined`: the fleet whose broker knows these credentials; null until it does.
  v.object({ user: v.string(), password: v.string(), joined: v.nullable(placeSchema) }),
);
type Own = v.InferOutput<typeof ownSchema>;

const answerMs = 60_000;
const refusedMs = 600_000;
const turnMs = 1_000;

/**
 * Exchanges the shared enrolment credentials for this screen's own, and returns the fleet settings with them. Its credentials are
 * durable before the first request: after a crash the screen requests the same ones and stays one user of the broker. Then
 * the enrolment file is obsolete, unless it names another broker, fleet, device or other groups.
 */
export async function enrolled(needs: EnrolNeeds): Promise<Config['fleet']> {
  const { fleet, dataDir, fs, clock, log, env, signal, random = Math.random, onFault } = needs;
  if (fleet.enrolmentFile === null) return fleet;
  const path = join(dataDir, 'fleet-credentials.json');
  const caFile = join(dataDir, 'fleet-ca.pem');
  const keep = (own: Own): Promise<void> => writeIfOther(fs, path, `${JSON.stringify(own)}\n`);
  // Shared credentials stay on a screen no longer than necessary.
  const forget = async (): Promise<void> => {
    const file = join(dataDir, ownEnrolment);
    try {
      await unlinkIfThere(fs, file);
    } catch (error) {
      log.warn('The shared enrolment file cannot be removed', { file, error });
    }
  };
  const settings = async ({ user, joined }: Own): Promise<Config['fleet']> => {
    if (joined === null) return fleet;
    const { ca, commandKey = fleet.commandKey, ...place } = joined;
    if (ca !== null) await writeIfOther(fs, caFile, ca);
    const own = { device: user, credentialsFile: path, caFile: ca === null ? fleet.caFile : caFile };
    return { ...fleet, ...place, commandKey, ...own };
  };
  const before = readOwn(await readIfThere(fs, path));
  const enrolment = await wanted(secretPath(fleet.enrolmentFile, env), before, log);
  if (enrolment === null) return before === null ? fleet : settings(before);
  const { url, fleet: name, groups, ca, commandKey } = enrolment;
  const place: Place = { url, name, groups, ca, ...(commandKey === undefined ? {} : { commandKey }) };
  const user = fleet.device ?? before?.user ?? drawnName();
  let own: Own =
    before !== null && before.user === user && isSameFleet(before.joined ?? place, place)
      ? before
      : { user, password: randomBytes(32).toString('base64url'), joined: null };
  const isKnown = own.joined !== null && own.joined.groups.join() === groups.join();
  if (isKnown) own = { ...own, joined: place };
  await keep(own);
  for (let turns = 0; !isKnown; ) {
    let rest = 1_000 + random() * fleet.spreadSeconds * 1000;
    try {
      const { state, code } = await requestEnrolment(enrolment, own, clock);
      if (state === 'done') {
        own = { ...own, joined: place };
        await keep(own);
        log.info('This screen is enrolled in its fleet', { device: own.user });
        break;
      }
      rest = aroundMs(refusedMs);
      const why = {
        ...reportOf(message(refusals.get(code ?? '') ?? 'enrol-refused')),
        code: `enrol-${code ?? 'refused'}`,
      };
      onFault?.(why);
      log.state('enrolment', why.code, 'error', inEnglish(why.message), why);
    } catch (error) {
      const fault = asVitrineError(error);
      const { code } = fault;
      if (code === displaced.code) rest = random() * Math.min(rest, turnMs * 2 ** turns++);
      else {
        onFault?.(fault.report);
        log.state('enrolment', code, 'warn', `This screen is not enrolled yet: ${fault.message}`, {
          ...fault.report,
        });
      }
      if (code === 'broker-login') rest = aroundMs(refusedMs);
    }
    await sleep(clock, rest, signal);
  }
  await forget();
  return settings(own);
}

/** Writes only a change, so that an enrolled screen also starts with a read-only disk. */
async function writeIfOther(fs: FileSystem, path: string, text: string): Promise<void> {
  if ((await readIfThere(fs, path)) !== text) await writeDurably(fs, path, text);
}

/** Null: the file is unreadable and no longer needed. */
async function wanted(path: string, before: Own | null, log: Log): Promise<Enrolment | null> {
  try {
    return await readEnrolment(path);
  } catch (error) {
    if (before === null || before.joined === null) throw error;
    log.debug('the enrolment file cannot be read, and is not needed any more', { error });
    return null;
  }
}

/** A password for one broker is never sent to another. */
function isSameFleet(one: Place, other: Place): boolean {
  return one.url === other.url && one.name === other.name;
}

/** mosquitto gives no reason when it closes a connection that another one takes over. */
const displaced = linkFault(message('enrol-turn'), 'taken');

async function requestEnrolment(enrolment: Enrolment, own: Own, clock: Clock): Promise<EnrolAnswer> {
  const { url, fleet, user, password, ca } = enrolment;
  const to = randomUUID();
  const opened = Promise.withResolvers<void>();
  let isOpen = false;
  const answered = Promise.withResolvers<EnrolAnswer>();
  const failed = (fault: LinkFault): void => {
    const error = new VitrineError('temporary', fault.message);
    opened.reject(error);
    answered.reject(error);
  };
  answered.promise.catch(() => undefined);
  const answers = enrolTopic(fleet, `answer/${to}`);
  const connection = connectMqtt(
    {
      url,
      will: null,
      willDelaySeconds: 0,
      topics: [answers],
      quality: 1,
      clientId: enrolClientId(user),
      identity: async () => ({ user, password, ca, certificate: null, key: null }),
      keepaliveSeconds: 60,
      sessionSeconds: 0,
      largestPacket: 16 * 1024,
    },
    {
      opened: (readFault) => {
        if (readFault !== null) return failed(readFault);
        isOpen = true;
        opened.resolve();
      },
      message: async ({ topic, payload, isRetained }) => {
        const answer = topic === answers && !isRetained ? readAnswer(payload) : null;
        if (answer !== null) answered.resolve(answer);
      },
      ended: (fault) => failed(isOpen ? displaced : fault),
    },
    clock,
  );
  try {
    await opened.promise;
    const request = sealedRequest(enrolment, { device: own.user, password: own.password, to });
    const payload = JSON.stringify(request);
    const topic = enrolTopic(fleet, 'request');
    // If the connection ends first, `ended` rejects first with the reason.
    connection.publish({ topic, payload, isKept: false, expirySeconds: 60 }).catch(answered.reject);
    return await inTime(clock, answerMs, answered.promise, unanswered);
  } finally {
    await connection.close();
  }
}

export async function readEnrolment(path: string): Promise<Enrolment> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw unusable(message('fleet-enrolment.unreadable', { path, code: systemCode(cause) ?? 'unknown' }));
  });
  return enrolmentIn(text, path);
}

function readOwn(text: string | null): Own | null {
  const parsed = v.safeParse(ownSchema, text);
  return parsed.success ? parsed.output : null;
}

/** A random suffix, because copied cards share one host name. */
function drawnName(): string {
  return `${
    hostname()
      .replace(/[^\w.-]+/g, '-')
      .slice(0, 40) || 'player'
  }-${randomBytes(4).toString('hex')}`;
}

/** Messages by refusal code. */
const refusals = new Map<string, 'enrol-taken' | 'enrol-enough' | 'enrol-group'>([
  ['taken', 'enrol-taken'],
  ['enough', 'enrol-enough'],
  ['group', 'enrol-group'],
]);

function unanswered(): VitrineError {
  return new VitrineError('temporary', message('enrol-unanswered'));
}
