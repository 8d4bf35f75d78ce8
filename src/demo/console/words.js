/** Texts for records. */
export const weekdays = [
  ['Mon', 2],
  ['Tue', 4],
  ['Wed', 8],
  ['Thu', 16],
  ['Fri', 32],
  ['Sat', 64],
  ['Sun', 1],
];

export const rowOf = (rows, wanted) => rows.find(({ id }) => id === wanted);

export function kindOf(media) {
  if (!media) return 'file';
  if (media.attachable_type === 'Website') return 'page';
  if (isDrawn(media)) return 'picture';
  const [kind] = (media.attachable?.mime_type ?? '').split('/');
  return { image: 'picture', video: 'film', audio: 'sound' }[kind] ?? 'file';
}

/** Only the service can draw it: players show its thumbnail. */
export const isDrawn = ({ attachable_type: type }) => type === 'Template' || type === 'Content';

/** Media with their own length; all others need a duration. */
export function runs(media) {
  return kindOf(media) === 'film' || kindOf(media) === 'sound';
}

export function lengthOf(seconds) {
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min${whole % 60 ? ` ${whole % 60} s` : ''}`;
}

export function counted(number, one, many) {
  return `${number} ${number === 1 ? one : many}`;
}

/** A short description of a media file. */
export function describe(media) {
  if (!media) return 'no longer in the library';
  const { attachable } = media;
  if (isDrawn(media)) return `${media.attachable_type}, shown as its thumbnail`;
  // An address breaks after a slash.
  if (kindOf(media) === 'page') return attachable.url.replace(/^https?:\/\//, '').replaceAll('/', '/\u200b');
  const { extension, width, height, duration, file_size: size } = attachable;
  const facts = [
    extension.toUpperCase(),
    width && height ? `${width} × ${height}` : null,
    duration ? lengthOf(duration) : null,
    size === null
      ? null
      : size < 1e6
        ? `${Math.max(1, Math.round(size / 1e3))}\u00a0kB`
        : `${(size / 1e6).toFixed(1)}\u00a0MB`,
  ];
  return facts.filter(Boolean).join(' · ');
}

/** When an entry plays; null = always. */
export function scheduleOf(entry) {
  if (entry.play_rule === 1) return null;
  if (entry.play_rule === 2) return 'never';
  const conditions = [daysOf(entry.weekdays), timesOf(entry), datesOf(entry)].filter(Boolean);
  return conditions.length === 0 ? 'by schedule: no condition set' : conditions.join(', ');
}

function daysOf(mask) {
  if (!mask || mask === 127) return null;
  if (mask === 62) return 'Mon–Fri';
  if (mask === 65) return 'Sat–Sun';
  const names = weekdays.filter(([, bit]) => mask & bit).map(([name]) => name);
  return names.join(' ');
}

function timesOf({ start_time: start, end_time: end }) {
  const short = (time) => time.slice(0, 5);
  if (start && end) return `${short(start)}–${short(end)}`;
  if (start) return `from ${short(start)}`;
  return end ? `until ${short(end)}` : null;
}

function datesOf({ start_date: start, end_date: end }) {
  if (start && end) return start === end ? `on ${start}` : `${start} to ${end}`;
  if (start) return `from ${start}`;
  return end ? `until ${end}` : null;
}
