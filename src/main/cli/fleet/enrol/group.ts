import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { message } from '../../../../shared/languages/message.ts';
import { brokerAddress } from '../../../config/values.ts';
import { type Enrolment, newKeys } from '../../../fleet/enrolment.ts';
import { userOf } from '../../../fleet/identity.ts';
import { enrolClientId } from '../../../fleet/topics.ts';
import { isThisMachine } from '../../../ground/address-kind.ts';
import { VitrineError } from '../../../ground/errors.ts';
import type { DynamicSecurity } from '../../../operator/dynamic-security.ts';
import { groupAcls, operatorAcls, roleNames } from '../../../operator/enroller.ts';
import { answer } from '../../answer.ts';
import { textOption, wrongUsage } from '../../arguments.ts';
import type { Command, Invocation } from '../../command.ts';
import { commandKeyOf } from '../../release/signers.ts';
import { codeOf, writeSecret } from './files.ts';
import { groupsOption } from './groups.ts';
import { openSecurity } from './security.ts';

export const command: Command = {
  name: 'fleet enrol group',
  summary: 'Creates one file for many players, with which each gets its own credentials.',
  usage: 'FILE [--groups NAMES] [--broker URL] [--command-key FILE] [--json]',
  options: { groups: { type: 'string' }, broker: { type: 'string' }, 'command-key': { type: 'string' } },
  positionals: { least: 1, most: 1 },
  details: `
FILE            goes to the screens (fleet.enrolmentFile); what is in it may ask to be enrolled, and nothing else. FILE.key stays with
                whoever enrols them: vitrine fleet enrol serve FILE
FILE.svg        the same as a code: at the setup of a screen by phone a photo of it does what the file does
--groups NAMES  the groups of these screens, such as north,windows
--broker URL    the broker as these screens reach it, where that is another address than fleet.url
--command-key FILE  the public key (commands.pub) without whose signature these screens do no command

For mosquitto with its plugin dynamic-security; fleet.credentialsFile is that of its administrator, who gets the right to see and ask
the fleet too. vitrine fleet enrol player makes a file for each screen instead, also for other brokers.`,
  async run(invocation) {
    const file = resolve(invocation.positionals[0] ?? '');
    const groups = groupsOption(invocation);
    const { name: fleet, caFile } = invocation.config.fleet;
    const url = textOption(invocation, 'broker') ?? invocation.config.fleet.url ?? '';
    if (textOption(invocation, 'broker') !== undefined && !v.is(brokerAddress, url))
      throw wrongUsage(message('wrong-usage.broker'));
    const commandKey = commandKeyOf(textOption(invocation, 'command-key'));
    const { console, security } = await openSecurity(invocation);
    try {
      const { publicKey, privateKey } = newKeys();
      const user = `enrol-${randomBytes(6).toString('hex')}`;
      const enrolment: Enrolment = {
        vitrine: 'enrolment',
        url,
        fleet,
        groups,
        user,
        key: publicKey,
        password: randomBytes(32).toString('base64url'),
        ca: caFile && readFileSync(caFile, 'utf8'),
        ...(commandKey === null ? {} : { commandKey }),
      };
      // Draw the code before the broker is changed: a CA certificate may be too large for it.
      const code = codeOf(JSON.stringify(enrolment));
      writeSecret(`${file}.key`, { vitrine: 'enroller', fleet, groups, privateKey });
      try {
        writeSecret(file, enrolment);
        writeSecret(`${file}.svg`, code);
        const [enrolling, operator] = [roleNames.enrolment(fleet), roleNames.operator(fleet)];
        await security.role(enrolling, groupAcls(fleet));
        await security.client({
          username: user,
          password: enrolment.password,
          clientid: enrolClientId(user),
          rolename: enrolling,
          textdescription: 'vitrine enrolment',
        });
        await security.role(operator, operatorAcls(fleet));
        await beOperator(invocation, security, operator);
      } catch (error) {
        rmSync(`${file}.key`, { force: true });
        if (!(error instanceof VitrineError && error.code === 'file-exists'))
          for (const each of [file, `${file}.svg`]) rmSync(each, { force: true });
        throw error;
      }
      const text = `${file} is for the screens, as ${file}.svg is as a code, ${file}.key for vitrine fleet enrol serve. The broker knows them as ${user}.\n`;
      if (isThisMachine(new URL(url).hostname))
        invocation.progress(
          `In ${file} the broker is ${url}, which each screen takes for itself: other machines want --broker.\n`,
        );
      await answer(invocation, { file, codeFile: `${file}.svg`, keyFile: `${file}.key`, user, groups }, text);
      return 0;
    } finally {
      await console.close();
    }
  },
};

/** The plugin's administrator may initially only change users: grant it the operator's role. */
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
  throw new VitrineError('permanent', message('broker-refused.role', { account: own, role }));
}
