import { message } from '../../../shared/languages/message.ts';
import { wrongUsage } from '../arguments.ts';

/** Parses `25%` or `0.25` into the text that is signed. */
export function shareOption(text: string): string {
  const [, digits, percent] = /^(\d{1,3}(?:\.\d{1,4})?)(%?)$/.exec(text) ?? [];
  const share = digits === undefined ? Number.NaN : Number(digits) / (percent ? 100 : 1);
  if (!(share >= 0 && share <= 1)) throw wrongUsage(message('wrong-usage.share'));
  return String(Number(share.toFixed(6)));
}
