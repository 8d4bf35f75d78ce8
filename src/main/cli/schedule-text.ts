import { type Evaluation, evaluate, type ScheduleInput } from '../schedule/evaluate.ts';
import { dayOf, wallText } from '../schedule/instant.ts';
import { meaning } from '../schedule/meaning.ts';
import type { Edition } from '../sync/edition.ts';

/** A day may have as many changes as entries have conditions; a person reads this many. */
const mostChanges = 2000;

/** The timetable of one instant, for people. */
export function scheduleText(edition: Edition, evaluation: Evaluation): string {
  const { at, zone, cues, excluded, nextChangeAt } = evaluation;
  const lines = [`At ${wallText(at, zone)} (${zone})`, ''];
  if (cues.length === 0) lines.push('Nothing plays.');
  else lines.push(`Plays, ${lengthText(cues.reduce((sum, cue) => sum + cue.durationMs, 0))} a pass:`);
  for (const [index, cue] of cues.entries()) {
    const sound = cue.sound ? ', sound' : '';
    lines.push(
      `  ${String(index + 1).padStart(3)}. ${cue.name || cue.mediaFileId}  [${cue.content.kind}, ${lengthText(cue.durationMs)}${sound}]  entry ${cue.path.join(' > ')}`,
    );
  }
  if (excluded.length > 0) lines.push('', 'Does not play:');
  for (const { path, entryId, reason } of excluded)
    lines.push(`  entry ${path.join(' > ')} ${nameOf(edition, entryId)}: ${meaning[reason]} (${reason})`);
  lines.push(
    '',
    nextChangeAt === null ? 'Nothing changes later.' : `Next change ${wallText(nextChangeAt, zone)}.`,
  );
  return `${lines.join('\n')}\n`;
}

/** What changes at which time of a day, for people. */
export function dayText(input: ScheduleInput, date: string): string {
  const { zone } = input;
  const { from, until } = dayOf(date, zone);
  let evaluation = evaluate({ ...input, at: from });
  const lines = [`${date} (${zone})`, '', ...state(evaluation)];
  for (let changes = 0; evaluation.nextChangeAt !== null && evaluation.nextChangeAt < until; changes++) {
    if (changes === mostChanges) {
      lines.push(`  … more than ${mostChanges} changes`);
      break;
    }
    const next = evaluate({ ...input, at: evaluation.nextChangeAt });
    lines.push(...difference(evaluation, next));
    evaluation = next;
  }
  return `${lines.join('\n')}\n`;
}

function state({ at, zone, cues }: Evaluation): string[] {
  return [
    `${timeText(at, zone)}  ${cues.length === 0 ? 'nothing plays' : `${cues.length} cues play`}`,
    ...cues.map((cue) => `             ${cue.name || cue.mediaFileId}  entry ${cue.path.join(' > ')}`),
  ];
}

function difference(before: Evaluation, after: Evaluation): string[] {
  const was = new Map(before.cues.map((cue) => [cue.id, cue]));
  const is = new Map(after.cues.map((cue) => [cue.id, cue]));
  const why = new Map(after.excluded.map((exclusion) => [exclusion.path.join('>'), exclusion.reason]));
  const lines: string[] = [];
  for (const [id, cue] of is)
    if (!was.has(id)) lines.push(`+ ${cue.name || cue.mediaFileId}  entry ${cue.path.join(' > ')}`);
  for (const [id, cue] of was) {
    if (is.has(id)) continue;
    const reason = why.get(cue.path.join('>'));
    lines.push(
      `- ${cue.name || cue.mediaFileId}  entry ${cue.path.join(' > ')}${reason ? `: ${meaning[reason]}` : ''}`,
    );
  }
  if (lines.length === 0) return [];
  const plays = after.cues.length === 0 ? 'nothing plays' : `${after.cues.length} cues play`;
  return [`${timeText(after.at, after.zone)}  ${plays}`, ...lines.map((line) => `           ${line}`)];
}

function nameOf(edition: Edition, entryId: string): string {
  for (const playlist of Object.values(edition.playlists)) {
    const entry = playlist.entries.find(({ id }) => id === entryId);
    const media = entry?.mediaFileId == null ? undefined : edition.mediaFiles[entry.mediaFileId];
    if (media) return `(${media.name})`;
    const nested = entry?.nestedPlaylistId == null ? undefined : edition.playlists[entry.nestedPlaylistId];
    if (nested) return `(playlist ${nested.name})`;
  }
  return '';
}

function timeText(at: number, zone: string): string {
  return wallText(at, zone).slice(11);
}

function lengthText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return `${Number(seconds.toFixed(3))} s`;
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = String(Math.floor((whole % 3600) / 60)).padStart(hours > 0 ? 2 : 1, '0');
  const rest = String(whole % 60).padStart(2, '0');
  return `${hours > 0 ? `${hours}:` : ''}${minutes}:${rest}`;
}
