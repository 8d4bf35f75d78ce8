import { commitment, type EnrolAnswer, opened, readRequest } from '../fleet/enrolment.ts';
import { discoveryId } from '../fleet/home-assistant.ts';
import { allTopicsOf, clientIdOf, cmdTopic, enrolTopic, rolloutTopic } from '../fleet/topics.ts';
import type { Log } from '../ground/log.ts';
import { Serial } from '../ground/serial.ts';
import type { Acl, DynamicSecurity } from './dynamic-security.ts';

/** Names of roles. Spaces and slashes are in no name of a fleet or a device: no device gets the role of another one or of the operator. */
export const roleNames = {
  player: (fleet: string, device: string): string => `vitrine player ${fleet}/${device}`,
  enrolment: (fleet: string): string => `vitrine enrol ${fleet}`,
  operator: (fleet: string): string => `vitrine operator ${fleet}`,
};

/** What a player may: its own topics, and what is said to many. */
export function playerAcls(fleet: string, device: string, groups: readonly string[]): readonly Acl[] {
  const own = allTopicsOf(fleet, device);
  const heard = [
    cmdTopic(fleet, 'all'),
    rolloutTopic(fleet, 'plan'),
    ...groups.map((group) => cmdTopic(fleet, { group })),
  ];
  return [
    { acltype: 'publishClientSend', topic: own },
    { acltype: 'publishClientSend', topic: `homeassistant/device/${discoveryId(fleet, device)}/config` },
    { acltype: 'subscribePattern', topic: own },
    ...[own, ...heard].map((topic): Acl => ({ acltype: 'publishClientReceive', topic })),
    ...heard.map((topic): Acl => ({ acltype: 'subscribeLiteral', topic })),
  ];
}

/** What the credentials of many screens may: ask to be enrolled, and hear what became of it. */
export function groupAcls(fleet: string): readonly Acl[] {
  const answers = enrolTopic(fleet, 'answer/+');
  return [
    { acltype: 'publishClientSend', topic: enrolTopic(fleet, 'request') },
    { acltype: 'subscribePattern', topic: answers },
    { acltype: 'publishClientReceive', topic: answers },
  ];
}

/** What whoever looks after the fleet may. The administrator that the plugin begins with may change users, and nothing else. */
export function operatorAcls(fleet: string): readonly Acl[] {
  const topic = allTopicsOf(fleet);
  return [
    { acltype: 'publishClientSend', topic },
    { acltype: 'subscribePattern', topic },
    { acltype: 'publishClientReceive', topic },
  ];
}

interface EnrollerNeeds {
  readonly fleet: string;
  /** Which groups a screen that comes with these credentials may be in. */
  readonly groups: readonly string[];
  readonly privateKey: string;
  /** So many screens, and no more. */
  readonly most: number;
  readonly security: DynamicSecurity;
  readonly log: Log;
  answer(to: string, answer: EnrolAnswer): Promise<void>;
  onEnrolled(device: string): void;
}

/** Gives screens users of their own. Everything that it knows is in the broker: it may die at any moment. */
export class Enroller {
  readonly #needs: EnrollerNeeds;
  #enrolled = 0;
  /** One after the other: two of one name must not both be the first. */
  readonly #serial = new Serial();

  constructor(needs: EnrollerNeeds) {
    this.#needs = needs;
  }

  get enrolled(): number {
    return this.#enrolled;
  }

  hear(payload: Uint8Array): Promise<void> {
    return this.#serial
      .run(() => this.#enrol(payload))
      .catch((error: unknown) => {
        this.#needs.log.warn('A screen was not enrolled', { error });
      });
  }

  async #enrol(payload: Uint8Array): Promise<void> {
    const { fleet, groups, privateKey, most, security, answer, onEnrolled, log } = this.#needs;
    const request = readRequest(payload);
    if (request === null)
      return log.state('request', 'rubbish', 'warn', 'A request that cannot be read came in');
    const { to, device } = request;
    const refuse = (code: string): Promise<void> => answer(to, { state: 'refused', code });
    const password = opened(privateKey, fleet, request);
    // For another file of this fleet, which somebody else may be serving.
    if (password === null)
      return log.state('request', 'sealed', 'info', 'A request with another file came in');
    if (password.length < 32 || password.length > 200) return refuse('weak');
    if (request.groups.some((group) => !groups.includes(group))) return refuse('group');
    const known = await security.description(device);
    const mark = commitment(device, password);
    // It asks again: the answer was lost, it died before it had it, or its groups are others now.
    if (known === mark) {
      await security.role(roleNames.player(fleet, device), playerAcls(fleet, device, request.groups));
      return answer(to, { state: 'done', code: null });
    }
    if (known !== null) return refuse('taken');
    if (this.#enrolled >= most) return refuse('enough');
    await addPlayer(security, fleet, { device, password, groups: request.groups });
    this.#enrolled++;
    onEnrolled(device);
    await answer(to, { state: 'done', code: null });
  }
}

/** A death between the two leaves a role that nobody has, and the next try finds it. */
export async function addPlayer(
  security: DynamicSecurity,
  fleet: string,
  {
    device,
    password,
    groups,
  }: { readonly device: string; readonly password: string; readonly groups: readonly string[] },
): Promise<void> {
  const role = roleNames.player(fleet, device);
  await security.role(role, playerAcls(fleet, device, groups));
  await security.client({
    username: device,
    password,
    clientid: clientIdOf(fleet, device),
    rolename: role,
    textdescription: commitment(device, password),
  });
}
