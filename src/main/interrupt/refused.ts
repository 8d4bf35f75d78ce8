import { type Message, message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Malformed } from './interrupt.ts';

export const mostKept = 100;

type Why = 'clock' | 'expired' | 'screens' | 'foreign' | 'outdated' | 'full' | Malformed;

const reasons: Readonly<Record<Why, Message>> = {
  clock: message('interrupt-refused.clock'),
  expired: message('interrupt-refused.expired'),
  screens: message('interrupt-refused.screens'),
  foreign: message('interrupt-refused.foreign'),
  outdated: message('interrupt-refused.outdated'),
  full: message('interrupt-refused.full', { most: mostKept }),
  empty: message('interrupt-refused.empty'),
  untitled: message('interrupt-refused.untitled'),
  'two-media': message('interrupt-refused.two-media'),
  'both-ends': message('interrupt-refused.both-ends'),
  'until-before-from': message('interrupt-refused.until-before-from'),
  'too-long': message('interrupt-refused.too-long'),
};

export function refused(why: Why): VitrineError {
  return new VitrineError(why === 'full' || why === 'clock' ? 'temporary' : 'usage', reasons[why]);
}
