import { afterAll, beforeAll, expect, test } from 'vitest';
import { attacks } from './attacks.ts';
import { HostileWorld } from './world.ts';

let world: HostileWorld;

beforeAll(async () => {
  world = await HostileWorld.start();
});
afterAll(() => world.stop());

/** One of each kind that was once found to get somewhere, and what costs nothing; all of them: `npm run hostile`. */
const chosen = [
  'sets the address of the top',
  'opens a window',
  'asks with alert, confirm and prompt',
  'learns the addresses of the machine',
  'fills a cache',
  'reads gamepads',
];

test.each(attacks.filter(({ name }) => chosen.includes(name)))('$area: a page that $name', async (attack) => {
  const { broken } = await world.run(attack);
  // How many frames are painted is judged where nothing else runs.
  expect(broken.filter((each) => !each.startsWith('the stage painted'))).toEqual([]);
});

test('a page has no permission but for these', async () => {
  const { said } = await world.run({
    area: 'permissions',
    name: 'lists them',
    script: 'say(document.featurePolicy.allowedFeatures())',
    ms: 500,
    broke: () => null,
  });
  const left = [
    // Said aloud to those who cannot see: not on a sign.
    'aria-notify',
    // What a browser tells each server by itself.
    'ch-save-data',
    'ch-ua',
    'ch-ua-mobile',
    'ch-ua-platform',
    // A page that is prepared behind another one may go on.
    'media-playback-while-not-visible',
    // Old pages load with it.
    'sync-xhr',
  ];
  expect((said[0] as string[]).filter((name) => !left.includes(name))).toEqual([]);
});
