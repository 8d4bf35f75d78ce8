import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import type { Incoming, Outgoing } from '../fleet/connection.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { inTime } from '../ground/in-time.ts';

const control = '$CONTROL/dynamic-security/v1';
export const controlAnswers = `${control}/response`;
const answerMs = 15_000;

const clientSchema = v.looseObject({
  textdescription: v.optional(v.string(), ''),
  roles: v.optional(v.array(v.looseObject({ rolename: v.string() })), []),
});
const answerSchema = v.object({
  responses: v.array(
    v.looseObject({
      correlationData: v.optional(v.string()),
      error: v.optional(v.string()),
      data: v.optional(v.looseObject({ client: v.optional(clientSchema) })),
    }),
  ),
});
type Answer = v.InferOutput<typeof answerSchema>['responses'][number];

export interface Acl {
  readonly acltype: 'publishClientSend' | 'publishClientReceive' | 'subscribeLiteral' | 'subscribePattern';
  readonly topic: string;
}

/** Manages the users of mosquitto's dynamic-security plugin over MQTT, so that no password appears in a command line. */
export class DynamicSecurity {
  readonly #clock: Clock;
  readonly #publish: (message: Outgoing) => Promise<void>;
  readonly #waiting = new Map<string, (answer: Answer) => void>();

  constructor(clock: Clock, publish: (message: Outgoing) => Promise<void>) {
    this.#clock = clock;
    this.#publish = publish;
  }

  hear({ topic, payload }: Pick<Incoming, 'topic' | 'payload'>): boolean {
    if (topic !== controlAnswers) return false;
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), answerSchema),
      Buffer.from(payload).toString('utf8'),
    );
    for (const answer of parsed.success ? parsed.output.responses : [])
      this.#waiting.get(answer.correlationData ?? '')?.(answer);
    return true;
  }

  /** The user's description; null: no such user. */
  async description(user: string): Promise<string | null> {
    return (await this.#client(user))?.textdescription ?? null;
  }

  async hasRole(user: string, rolename: string): Promise<boolean> {
    return (await this.#client(user))?.roles.some((role) => role.rolename === rolename) ?? false;
  }

  /** Creates the role, or replaces the rights of an existing one. */
  async role(rolename: string, acls: readonly Acl[]): Promise<void> {
    const role = { rolename, acls: acls.map((acl) => ({ ...acl, priority: 0, allow: true })) };
    const created = await this.#ask({ command: 'createRole', ...role });
    const isThere = created.error !== undefined && /already exists/i.test(created.error);
    const { error } = isThere ? await this.#ask({ command: 'modifyRole', ...role }) : created;
    if (error !== undefined) throw refused(error);
  }

  /** Binds the user to one client id: with another's it could end that client's connection. */
  async client(client: {
    readonly username: string;
    readonly password: string;
    readonly clientid: string;
    readonly rolename: string;
    readonly textdescription: string;
  }): Promise<void> {
    const { rolename, ...rest } = client;
    const roles = [{ rolename, priority: 0 }];
    const { error } = await this.#ask({ command: 'createClient', ...rest, roles });
    if (error !== undefined) throw refused(error);
  }

  /** The broker ends the connections of a user whose roles change, so the last command may stay unanswered. */
  async grant(username: string, rolename: string): Promise<void> {
    const { error } = await this.#ask({ command: 'addClientRole', username, rolename, priority: 0 });
    if (error !== undefined) throw refused(error);
  }

  async #client(username: string): Promise<v.InferOutput<typeof clientSchema> | null> {
    const { error, data } = await this.#ask({ command: 'getClient', username });
    if (error !== undefined && /not found/i.test(error)) return null;
    if (error !== undefined) throw refused(error);
    return data?.client ?? null;
  }

  async #ask(command: object): Promise<Answer> {
    const correlationData = randomUUID();
    const answer = new Promise<Answer>((resolve) => {
      this.#waiting.set(correlationData, resolve);
    });
    const payload = JSON.stringify({ commands: [{ ...command, correlationData }] });
    try {
      await this.#publish({ topic: control, payload, isKept: false });
      return await inTime(this.#clock, answerMs, answer, noPlugin);
    } finally {
      this.#waiting.delete(correlationData);
    }
  }
}

function refused(error: string): VitrineError {
  return new VitrineError('permanent', message('broker-refused', { answer: error.slice(0, 200) }));
}

function noPlugin(): VitrineError {
  return new VitrineError('permanent', message('no-dynamic-security'));
}
