/** @module-tag long */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { InterruptInput } from '../../src/main/interrupt/interrupt.ts';
import { until } from '../support/until.ts';
import { type Color, colorAt } from './support/display.ts';
import { deaths, InterruptWays, type Sent, type Way } from './support/interrupt-ways.ts';
import { type InterruptWorld, minute, startInterruptWorld } from './support/interrupt-world.ts';
import { picture } from './support/pictures.ts';

// Each way that carries media, with its outcome in each fault: painted with its medium, or the words with the reason.
// Alerts of authorities have no media.

interface Cell extends Sent {
  /** The colour of its medium. Neighbours differ. */
  readonly shows: Color;
  /** Its medium is fetched when it is sent. */
  readonly isFetched: boolean;
}

const alarm = { severity: 'alarm', seconds: 900 } as const;
const cell = (way: Way, name: string, shows: Color, isFetched: boolean, given: InterruptInput): Cell => {
  const id = `${way}-${name}`;
  return { way, id, shows, isFetched, given: { ...alarm, title: id, ...given } };
};
const prepared = (way: Way) => cell(way, 'prepared', 'yellow', false, { picture: 'way' });
const fetched = (way: Way, name = 'fetched', path = '/door.png') =>
  cell(way, name, 'blue', true, { picture: world.origin + path });
const blank = (way: Way) => cell(way, 'blank', 'black', false, { title: '', blank: true });
const ofFleet = () => [prepared('fleet'), fetched('fleet')];
const ofOthers = () => [
  blank('token'),
  ...(['terminal', 'page', 'folder'] as const).flatMap((way) => [prepared(way), fetched(way)]),
  cell('token', 'prepared-video', 'yellow', false, { video: 'film' }),
  cell('terminal', 'fetched-video', 'blue', true, { video: `${world.origin}/clip.mp4` }),
  cell('page', 'web-page', 'yellow', true, { page: `${world.origin}/floor` }),
  fetched('token'),
  prepared('token'),
];

let world: InterruptWorld;
let player: InterruptWays;

/** What its place says, with the colours of the display: of the words, and of the medium below. */
async function look(one: Sent) {
  const receipt = (await player.of(one))?.receipts[0];
  if (receipt?.state !== 'painted') return null;
  const frame = await world.display.grab();
  return { why: receipt.why, ground: await player.corner(), medium: colorAt(frame, 0.5, 0.7) };
}
const whole = async (one: Cell): Promise<string | null> => {
  const found = await look(one);
  const ground = one.given.blank === true ? 'other' : 'alarm';
  return found?.why === null && found.ground === ground && found.medium === one.shows ? 'painted' : null;
};
/** Its words alone, with a reason of this form. */
const wordsAlone = (form: RegExp) => async (one: Cell) => {
  const found = await look(one);
  const isAlone = found?.ground === 'alarm' && found.medium !== one.shows;
  return isAlone && found.why !== null && form.test(found.why) ? found.why : null;
};
const pagesLast = (one: Cell, other: Cell) =>
  Number(one.given.page !== undefined) - Number(other.given.page !== undefined);
const offline = (one: Cell) => (one.isFetched ? wordsAlone(/^text-only: .*refused/i)(one) : whole(one));

beforeAll(async () => {
  const film = (color: string) => {
    const file = join(tmpdir(), `vitrine-ways-${process.pid}-${color}.mp4`);
    const source = `-v error -f lavfi -i color=${color}:size=640x360:rate=25:duration=1 -pix_fmt yuv420p -y`;
    execFileSync('ffmpeg', [...source.split(' '), file]);
    const bytes = readFileSync(file);
    rmSync(file);
    return { type: 'video/mp4', bytes };
  };
  const png = (color: 'yellow' | 'blue') => ({ type: 'image/png', bytes: picture(color) });
  world = await startInterruptWorld({
    files: {
      '/way.png': png('yellow'),
      '/film.mp4': film('yellow'),
      '/door.png': png('blue'),
      '/held.png': png('blue'),
      '/clip.mp4': film('blue'),
      '/floor': { type: 'text/html', bytes: Buffer.from('<body style="background: #ffff00">') },
    },
    prepared: { way: '/way.png', film: '/film.mp4' },
  });
  player = new InterruptWays(world);
  await player.untilShow();
}, 120_000);

afterEach(() => player.clear());

afterAll(() => player?.stop());

it.each(deaths)(
  '%s: each is painted again with its medium, which is not fetched again',
  async (fault, cause) => {
    const all = [...ofFleet(), ...ofOthers()];
    await player.showAll(all, whole);
    const onItsWay = fetched('terminal', 'on-its-way', '/held.png');
    world.hold('/held.png');
    await player.showAll([onItsWay], wordsAlone(/^medium-loading$/));
    const files = () => world.heard.filter((path) => /\.(png|mp4)$/.test(path) && path !== '/held.png');
    const before = files();
    await cause(world);
    world.release();
    await player.cancelAll(fault, [...all, onItsWay], whole);
    expect(files()).toEqual(before);
  },
  300_000,
);

it('no network: prepared media and those fetched before are painted, the others name the reason until it is back', async () => {
  const before = { ...fetched('terminal', 'fetched-before'), isFetched: false };
  await player.showAll([before], whole);
  await world.cutNetwork();
  const all = ofOthers();
  await player.showAll(all, offline);
  await world.powerCut();
  await player.cancelAll('no network and a power cut', [before, ...all], offline);
  // The last is in sight when the network is back: a page that was covered would be loaded anew for that alone.
  const late = all.filter(({ isFetched }) => isFetched).toSorted(pagesLast);
  await player.showAll(late, offline);
  await world.mendNetwork();
  await player.cancelAll('network back', late, whole);
  await player.showAll(ofFleet(), whole);
  await player.cancelAll('network back', ofFleet(), whole);
}, 600_000);

it('clock wrong: those that need no time of day are painted with their media, the rest is refused with the reason', async () => {
  const refusedByFleet = async (name: string, args: object): Promise<string> => {
    const id = await player.command(name, args);
    const { state, reason } = await until('the result', () => world.results.get(id), minute);
    expect([state, reason]).toEqual(['refused', expect.stringMatching(/clock/)]);
    return `${name} of the fleet refused: ${reason}`;
  };
  const refused = (one: Sent): Promise<string> =>
    player.show(one).then(
      () => Promise.reject(new Error(`${one.id} was not refused`)),
      (error: Error) => {
        expect(error.message).toMatch(/player’s clock may be wrong/);
        return `${one.id} refused`;
      },
    );

  await player.showAll([...ofOthers(), ...ofFleet()], whole);
  await world.powerCut(() => world.setClock(Date.parse('1970-01-02T00:00:00Z') - Date.now()));
  const rows: string[] = [];
  for (const one of ofFleet().toReversed()) {
    rows.push(`${one.id} ${await until(one.id, () => whole(one), minute)}`);
    rows.push(await refusedByFleet('interrupt-cancel', { id: one.id }));
    await world.act('interrupt-cancel', { id: one.id });
  }
  const end = { seconds: undefined, until: new Date(Date.now() + 60 * minute).toISOString() };
  const ending = (way: Way) => cell(way, 'until', 'yellow', false, { ...end, picture: 'way' });
  rows.push(await refusedByFleet('interrupt-show', { ...alarm, title: 'fleet', picture: 'way' }));
  for (const way of ['terminal', 'page', 'token'] as const) rows.push(await refused(ending(way)));
  const late = (['terminal', 'page', 'token', 'folder'] as const).map((way) => fetched(way, 'fetched-late'));
  await player.showAll(late, whole);
  await player.cancelAll('clock wrong', [...ofOthers(), ...late], whole);
  await player.show(ending('folder'));
  const why = await until(
    'the refusal of the folder',
    async () => /folder-until\.json[^}]*clock[^}]*/.exec(JSON.stringify((await world.list()).sources))?.[0],
    minute,
  );
  player.note('clock wrong', [...rows, why]);
  world.setClock(1);
  await until('the one with an end', () => whole(ending('folder')), minute);
}, 600_000);
