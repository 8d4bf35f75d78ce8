import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { VitrineError } from '../../../errors.ts';
import type { DynamicSecurity } from '../../../fleet/dynamic-security.ts';
import { groupAcls, operatorAcls, roleNames } from '../../../fleet/enroller.ts';
import { type Enrolment, newKeys } from '../../../fleet/enrolment.ts';
import { userOf } from '../../../fleet/who.ts';
import { answer } from '../../answer.ts';
import type { Command, Invocation } from '../../command.ts';
import { writeSecret } from './files.ts';
import { groupsOption } from './groups.ts';
import { openSecurity } from './security.ts';

export const command: Command = {
  name: 'fleet enrol group',
  summary: 'Makes one file for many screens, with which each gets credentials of its own.',
  usage: 'FILE [--groups NAMES] [--json]',
  options: { groups: { type: 'string' } },
  positionals: { least: 1, most: 1 },
  details: `
FILE            goes to the screens (fleet.enrolmentFile); what is in it may ask to be enrolled, and nothing else. FILE.key stays with
                whoever enrols them: vitrine fleet enrol serve FILE
--groups NAMES  the groups of these screens, such as north,windows

For mosquitto with its plugin dynamic-security; fleet.credentialsFile is that of its administrator, who gets the right to see and ask
the fleet too. vitrine fleet enrol player makes a file for each screen instead, also for other brokers.`,
  async run(invocation) {
    const file = resolve(invocation.positionals[0] ?? '');
    const groups = groupsOption(invocation);
    const { console, security } = await openSecurity(invocation);
    try {
      const { name: fleet, url, caFile } = invocation.config.fleet;
      const { publicKey, privateKey } = newKeys();
      const user = `enrol-${randomBytes(6).toString('hex')}`;
      const enrolment: Enrolment = {
        ...{ vitrine: 'enrolment', url: url ?? '', fleet, groups, user, key: publicKey },
        ...{ password: randomBytes(32).toString('base64url'), ca: caFile && readFileSync(caFile, 'utf8') },
      };
      writeSecret(`${file}.key`, { vitrine: 'enroller', fleet, groups, privateKey });
      try {
        writeSecret(file, enrolment);
        const [enrolling, operator] = [roleNames.enrolment(fleet), roleNames.operator(fleet)];
        await security.role(enrolling, groupAcls(fleet));
        await security.client(user, enrolment.password, enrolling, 'vitrine enrolment');
        await security.role(operator, operatorAcls(fleet));
        await beOperator(invocation, security, operator);
      } catch (error) {
        rmSync(`${file}.key`, { force: true });
        if (!(error instanceof VitrineError && error.code === 'file-exists')) rmSync(file, { force: true });
        throw error;
      }
      const told = `${file} is for the screens, ${file}.key for vitrine fleet enrol serve. The broker knows them as ${user}.\n`;
      await answer(invocation, { file, keyFile: `${file}.key`, user, groups }, told);
      return 0;
    } finally {
      await console.close();
    }
  },
};

/** The plugin's administrator may change users, and nothing else at first. */
async function beOperator(invocation: Invocation, security: DynamicSecurity, role: string): Promise<void> {
  const { credentialsFile } = invocation.config.fleet;
  const own = await userOf(credentialsFile, invocation.configSources.env ?? process.env);
  if (await security.hasRole(own, role)) return;
  await security.grant(own, role).catch(() => undefined);
  const again = await openSecurity(invocation);
  try {
    if (await again.security.hasRole(own, role)) return;
  } finally {
    await again.console.close();
  }
  throw new VitrineError('permanent', 'broker-refused', `The broker does not give ${own} the role ${role}.`);
}
