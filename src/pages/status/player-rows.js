import { size, when } from './format.js';
import { pair, say } from './words.js';

/** What the rows below are made of: they are drawn anew when one of these changes. */
export const playerFacts = ({ startedAt, version, host, storage, clock: { zone }, display, link }) => [
  link,
  startedAt,
  version,
  host,
  Math.round(storage.freeBytes / 1e8),
  storage.objects,
  zone,
  display.byHand,
];

/** The player itself: since when it runs, its storage, time zone and fleet. */
export function playerRows({ startedAt, version, host, storage, clock: { zone, trusted }, display, link }) {
  return [
    [say('page.now.runs-since'), when(startedAt)],
    [
      say('page.now.stored'),
      say('page.now.stored-value', { count: storage.objects, size: size(storage.bytes) }),
    ],
    [say('page.now.free'), size(storage.freeBytes)],
    [say('page.now.zone'), trusted ? zone : say('page.now.zone-untrusted', { zone })],
    [say('page.now.by-hand'), display.byHand && handWords(display.byHand)],
    [say('page.now.fleet'), link && fleetWords(link)],
    [say('page.now.version'), `${version} · ${host}`],
  ];
}

/** Without hours in the schedule the displays stay so until somebody switches them back. */
function handWords({ wanted, until }) {
  return until === null
    ? say(`page.now.display-${wanted}-open`)
    : say(`page.now.display-${wanted}`, { time: when(until) });
}

/** A lost fleet link does not affect the show, only remote access. */
function fleetWords({ state, since, why }) {
  const words = say(state === 'connected' ? 'page.now.fleet-there' : 'page.now.fleet-gone', {
    time: when(since),
  });
  return why ? pair(words, [why.message, why.remedy].filter(Boolean).join(' ')) : words;
}
