import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { asIssue } from './mistake.ts';
import { setting, settingWith } from './setting.ts';
import * as a from './values.ts';

/** In seconds. The last ten are counted down. */
export const [leastIdle, mostIdle] = [15, 3_600] as const;

/** They are buttons of the service menu. */
const mostLogins = 4;

export const interactionSettings = a.object({
  address: setting(
    a.address,
    'page that a touch of the screen opens above the show (Chromium on an X server only)',
    { otherwise: 'as the CMS says' },
  ),
  hosts: settingWith(
    v.pipe(v.array(a.host, asIssue(message('config.must.be-list'))), v.readonly()),
    [],
    'hosts, with their subdomains, that it may lead to, besides its own host',
  ),
  fromCms: settingWith(a.yesNo, true, 'the CMS may name the page, where no address is set here'),
  idleSeconds: setting(a.whole(leastIdle, mostIdle), 'seconds without input after which the show returns', {
    otherwise: 'as the CMS says, else 60',
  }),
  logins: settingWith(
    v.pipe(
      v.array(a.address, asIssue(message('config.must.be-list'))),
      v.maxLength(mostLogins, asIssue(message('config.must.be-groups', { count: mostLogins }))),
      v.readonly(),
      v.title('up to 4'),
    ),
    [],
    'addresses to log in at from the service menu, which needs a PIN: pages of these origins in playlists are shown with that login',
  ),
  withLogins: settingWith(
    a.yesNo,
    false,
    'a touch opens pages of these origins with that login, too: whoever stands at the screen can do what its account may do',
  ),
  bar: settingWith(a.yesNo, true, 'a bar at the bottom leads back, to the first page and to the show'),
});
