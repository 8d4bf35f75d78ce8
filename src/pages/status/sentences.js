import { whyByRule } from './rule.js';
import { pair, say } from './words.js';

/** Why an entry does not play. `rule`: when it plays. */
export function whyNot({ reason, meaning, detail, isOuter }, rule) {
  const planned = isOuter ? null : whyByRule(reason, rule);
  const text = planned ?? meaning;
  const why = detail ? pair(text, detail) : text;
  return isOuter ? say('page.reason.outer', { why: why }) : why;
}

/** What to change so that the entry plays. */
export const advice = ({ reason }) => say(`page.advice.${reason}`);

/** The text of a failure. Without an answer there is no message of the player. */
export function failure({ status, code, message, remedy }) {
  if (status === undefined) return say('page.silent');
  if (code === 'edition-not-found') return say('health.no-show');
  return [message, remedy].filter(Boolean).join(' ');
}

export const named = ({ name, mediaFileId, entryId }) =>
  name || (mediaFileId ? say('page.file', { id: mediaFileId }) : say('page.entry', { id: entryId ?? '' }));

export const screenName = (id) => say('page.screen', { id });
