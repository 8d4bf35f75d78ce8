import { afterAll, beforeAll, expect, test } from 'vitest';
import { attacks } from '../hostile/attacks.ts';
import { HostileWorld } from '../hostile/world.ts';
import { reportRow } from '../support/report-row.ts';

let world: HostileWorld;

beforeAll(async () => {
  world = await HostileWorld.start();
});
afterAll(() => world.stop());

/** One of each kind that once succeeded, and the cheap ones; all of them: `npm run prove -- hostile`. */
const chosen = [
  'sets the address of the top',
  'opens a window',
  'asks with alert, confirm and prompt',
  'learns the addresses of the machine',
  'fills a cache',
  'reads gamepads',
  'joins an auction',
];

test.each(
  attacks.filter(({ name }) => chosen.includes(name)),
)('row 79 · $area: a page that $name gets nowhere', async (attack) => {
  const { broken } = await world.run(attack);
  // The frame rate is tested only where nothing else runs.
  expect(broken.filter((each) => !each.startsWith('the stage painted'))).toEqual([]);
});

test('row 79 · a page has only these permissions', async () => {
  const { messages } = await world.run({
    area: 'permissions',
    name: 'lists them',
    script: 'say(document.featurePolicy.allowedFeatures())',
    ms: 2_000,
    broke: () => null,
  });
  const left = [
    // Speech output, which a sign does not need.
    'aria-notify',
    // A browser sends this to each server anyway.
    'ch-save-data',
    'ch-ua',
    'ch-ua-mobile',
    'ch-ua-platform',
    // A page that is prepared behind another one may keep running.
    'media-playback-while-not-visible',
    // Needed by old pages.
    'sync-xhr',
  ];
  expect((messages[0] as string[]).filter((name) => !left.includes(name))).toEqual([]);
  reportRow(79, { note: `a few of ${attacks.length} attacks; all: npm run prove -- hostile` });
});
