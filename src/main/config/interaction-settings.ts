import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { asIssue } from './mistake.ts';
import { setting, settingWith } from './setting.ts';
import * as a from './values.ts';

export const interactionSettings = a.object({
  address: setting(
    a.address,
    'page that a touch of the screen opens above the show (Chromium on an X server only)',
    { otherwise: 'touches are ignored' },
  ),
  hosts: settingWith(
    v.pipe(v.array(a.host, asIssue(message('config.must.be-list'))), v.readonly()),
    [],
    'hosts, with their subdomains, that it may lead to, besides its own host',
  ),
  idleSeconds: settingWith(a.whole(15, 3_600), 60, 'seconds without input after which the show returns'),
  bar: settingWith(a.yesNo, true, 'a bar at the bottom leads back, to the first page and to the show'),
});
