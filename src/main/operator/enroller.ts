import { commitment, type EnrolAnswer, opened, readRequest } from '../fleet/enrolment.ts';
import { discoveryId } from '../fleet/home-assistant.ts';
import { allTopicsOf, clientIdOf, cmdTopic, enrolTopic, rolloutTopic } from '../fleet/topics.ts';
import type { Log } from '../ground/log.ts';
import { Serial } from '../ground/serial.ts';
import type { Acl, DynamicSecurity } from './dynamic-security.ts';

/** Role names contain spaces and slashes, which fleet and device names cannot: so no device can obtain another role. */
export const roleNames = {
  player: (fleet: string, device: string): string => `vitrine player ${fleet}/${device}`,
  enrolment: (fleet: string): string => `vitrine enrol ${fleet}`,
  operator: (fleet: string): string => `vitrine operator ${fleet}`,
};

/** A player's rights: its own topics, and commands to groups and all. */
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

/** Rights of enrolment credentials: request enrolment, and receive the answer. */
export function groupAcls(fleet: string): readonly Acl[] {
  const answers = enrolTopic(fleet, 'answer/+');
  return [
    { acltype: 'publishClientSend', topic: enrolTopic(fleet, 'request') },
    { acltype: 'subscribePattern', topic: answers },
    { acltype: 'publishClientReceive', topic: answers },
  ];
}

/** The operator's rights. The plugin's initial administrator may only change users. */
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
  /** Groups that a screen with these credentials may join. */
  readonly groups: readonly string[];
  readonly privateKey: string;
  /** Maximum number of screens. */
  readonly most: number;
  readonly security: DynamicSecurity;
  readonly log: Log;
  answer(to: string, answer: EnrolAnswer): Promise<void>;
  onEnrolled(device: string): void;
}

/** Creates a broker user for each screen. All its state is in the broker, so it may crash at any moment. */
export class Enroller {
  readonly #needs: EnrollerNeeds;
  #enrolled = 0;
  /** Serialized: two screens with one name must not both be accepted. */
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
    if (request === null) return log.state('request', 'rubbish', 'warn', 'Received an unreadable request');
    const { to, device } = request;
    const refuse = (code: string): Promise<void> => answer(to, { state: 'refused', code });
    const password = opened(privateKey, fleet, request);
    // Made with another file of this fleet, which another enroller may serve.
    if (password === null)
      return log.state('request', 'sealed', 'info', 'Received a request with another enrolment file');
    if (password.length < 32 || password.length > 200) return refuse('weak');
    if (request.groups.some((group) => !groups.includes(group))) return refuse('group');
    const known = await security.description(device);
    const mark = commitment(device, password);
    // A repeated request: the answer was lost, the screen crashed before it arrived, or its groups changed.
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

/** A crash between the two steps leaves a role without a user; the next attempt reuses it. */
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
