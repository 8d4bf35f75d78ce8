import * as v from 'valibot';
import { capSeverities, layouts } from '../../shared/interrupts.ts';
import { message } from '../../shared/languages/message.ts';
import { mediumName } from '../interrupt/medium.ts';
import { asIssue } from './mistake.ts';
import { setting, settingWith } from './setting.ts';
import * as a from './values.ts';

const mostFeeds = 5;
const mostMedia = 100;

export const interruptSettings = a.object({
  folder: setting(a.file, 'folder in which programs of this machine put interrupts, one JSON file each', {
    otherwise: 'no folder is read',
  }),
  media: settingWith(
    v.pipe(
      v.record(
        v.pipe(v.string(), v.regex(mediumName, asIssue(message('config.must.be-medium-name')))),
        a.object({
          address: a.address,
          sha256: v.nullish(
            v.pipe(
              a.text,
              v.toLowerCase(),
              v.regex(/^[0-9a-f]{64}$/, asIssue(message('config.must.be-sha256'))),
            ),
            null,
          ),
        }),
        asIssue(message('config.must.be-object')),
      ),
      v.check(
        (media) => Object.keys(media).length <= mostMedia,
        asIssue(message('config.must.be-media', { count: mostMedia })),
      ),
      v.title('{"door": {"address": "https://example.org/door.png", "sha256": "…"}}'),
    ),
    {},
    'pictures, videos and sounds of interrupts that need no network, each by a name of your choice',
  ),
  cap: v.nullish(
    a.object({
      feeds: settingWith(
        v.pipe(
          v.array(a.webhookAddress, asIssue(message('config.must.be-list'))),
          v.maxLength(mostFeeds, asIssue(message('config.must.be-groups', { count: mostFeeds }))),
          v.readonly(),
          v.title('https addresses, as a list'),
        ),
        [],
        'alerts of authorities by the Common Alerting Protocol 1.2: feeds in Atom or RSS, or single alerts',
      ),
      certificateFile: setting(
        a.file,
        'file with the certificates of the authorities; an alert without a signature by one of them is refused',
        { otherwise: 'signatures are not verified' },
      ),
      severity: settingWith(a.oneOf(capSeverities), 'Severe', 'the least severity that is shown'),
      place: setting(
        v.pipe(
          a.object({ latitude: a.number(-90, 90), longitude: a.number(-180, 180) }),
          v.title('{"latitude": 52.52, "longitude": 13.405}'),
        ),
        'location of the screens: only alerts whose area contains it are shown',
      ),
      areas: settingWith(
        v.pipe(v.array(a.text, asIssue(message('config.must.be-list'))), v.readonly(), v.title('as a list')),
        [],
        'geocodes or names of areas whose alerts are shown; without place and areas, all are',
      ),
      layout: settingWith(a.oneOf(layouts), 'full', 'where alerts are shown on the screen'),
      sound: settingWith(a.yesNo, false, 'alerts play a sound'),
      seconds: settingWith(a.whole(10, 3600), 60, 'interval between readings'),
    }),
    {},
  ),
});
