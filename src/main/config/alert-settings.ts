import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { asIssue } from './mistake.ts';
import { required, setting, settingWith } from './setting.ts';
import * as a from './values.ts';

const mostRecipients = 20;

export const alertSettings = a.object({
  holdSeconds: settingWith(
    a.whole(0, 86_400),
    300,
    'how long another health verdict must last before it is reported',
  ),
  webhook: setting(
    a.object({
      url: required(a.webhookAddress, 'address that gets a POST with JSON; treated as a secret'),
      tokenFile: setting(
        a.secretFile,
        'file with a token that is sent as Authorization: Bearer; a name without a folder is a systemd credential',
      ),
    }),
    'alerts to a webhook',
  ),
  mail: setting(
    a.object({
      server: required(a.mailServer, 'mail server'),
      to: required(
        v.pipe(
          v.array(a.mailAddress, asIssue(message('config.must.be-list'))),
          v.minLength(1, asIssue(message('config.must.not-be-empty'))),
          v.maxLength(mostRecipients, asIssue(message('config.must.be-groups', { count: mostRecipients }))),
          v.readonly(),
        ),
        'recipients, as a list',
      ),
      from: setting(a.mailAddress, 'sender', { otherwise: 'the user of the credentials' }),
      credentialsFile: setting(
        a.secretFile,
        'JSON file with user and password; a name without a folder is a systemd credential',
      ),
    }),
    'alerts by mail',
  ),
  caFile: setting(a.file, 'certificate file of a private CA for mail server and webhook'),
});
