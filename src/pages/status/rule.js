import { plainDate, weekdays } from './days.js';
import { say } from './words.js';

/** `07:00` for `07:00:00`; seconds are shown if they are not zero. */
const time = (text, otherwise) => (text ?? otherwise).replace(/^(\d\d:\d\d):00$/, '$1');

const hours = ({ startTime, endTime }) => ({ from: time(startTime, '00:00'), to: time(endTime, '24:00') });
const isEveryDay = (mask) => mask === 0 || mask === 127;

/** When an entry plays by its rules in the CMS; null: unknown. */
export function ruleWords(rule) {
  if (rule === null) return null;
  if (rule.playRule === 'never') return say('reason.never');
  if (rule.playRule === 'always') return say('page.rule.always');
  const parts = [
    dates(rule),
    isEveryDay(rule.weekdays) ? null : weekdays(rule.weekdays),
    rule.startTime || rule.endTime ? say('page.rule.hours', hours(rule)) : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? say('page.rule.always') : parts.join(' · ');
}

function dates({ startDate, endDate }) {
  const [from, to] = [startDate, endDate].map((date) => date && plainDate(date));
  if (from && to) return say('page.rule.dates', { from, to });
  if (from) return say('page.rule.from', { date: from });
  return to ? say('page.rule.until', { date: to }) : null;
}

/** Why an entry does not play, if its own rule is the reason; else null. */
export function whyByRule(reason, rule) {
  if (rule === null || rule === undefined) return null;
  if (reason === 'before-start-date') return say('page.why.before', { date: plainDate(rule.startDate) });
  if (reason === 'after-end-date') return say('page.why.after', { date: plainDate(rule.endDate) });
  if (reason === 'wrong-weekday') return say('page.why.weekday', { days: weekdays(rule.weekdays) });
  return reason === 'outside-time' ? say('page.why.hours', hours(rule)) : null;
}
