import { message } from '../../../shared/languages/message.ts';
import type { FleetScreen } from '../../operator/screens.ts';
import { textOption, wrongUsage } from '../arguments.ts';
import type { Command, Invocation } from '../command.ts';

export const filterOptions = {
  group: { type: 'string' },
  verdict: { type: 'string' },
  offline: { type: 'boolean' },
} as const satisfies Command['options'];

export const filterHelp = `
--group NAME       only players of this group
--verdict VERDICT  only those that are well, attention or dark
--offline          only those without a link; their screens may play on`;

/** The players that the options select. */
export function filterOf(invocation: Invocation): (screen: FleetScreen) => boolean {
  const group = textOption(invocation, 'group');
  const verdict = textOption(invocation, 'verdict');
  if (verdict !== undefined && !['well', 'attention', 'dark'].includes(verdict))
    throw wrongUsage(message('wrong-usage.verdict', { value: verdict }));
  const offline = invocation.values.offline === true;
  return ({ about, state, online }) =>
    (group === undefined || (about?.groups.includes(group) ?? false)) &&
    (verdict === undefined || state?.verdict === verdict) &&
    (!offline || online !== true);
}
