import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { asIssue } from './mistake.ts';
import { setting } from './setting.ts';
import * as a from './values.ts';

export const serviceSettings = a.object({
  pin: setting(
    v.pipe(
      a.text,
      v.regex(/^\d{4,12}$/, asIssue(message('config.must.be-pin'))),
      v.title('4 to 12 digits, in quotes'),
    ),
    'PIN of the service menu at the screen, which opens when its corner is held for 5 seconds (X server only)',
    { otherwise: 'no PIN is asked for' },
  ),
  corner: setting(
    a.oneOf(['top-left', 'top-right', 'bottom-left', 'bottom-right']),
    'corner of the service menu; without a corner and without a PIN there is no menu',
    { otherwise: 'top-left if there is a PIN' },
  ),
});
