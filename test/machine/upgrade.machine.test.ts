import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Frame, kindOf, recordElsewhere } from '../e2e/support/display.ts';
import { picture } from '../e2e/support/pictures.ts';
import { playing } from './demo.ts';
import { Machine } from './machine.ts';
import { OutsideCms } from './outside-cms.ts';

const { current, newer } = inject('packages');
/** The folder for screenshots that are not the show. */
const pictures = process.env.VITRINE_MACHINE_PICTURES;
const framesASecond = 30;
let machine: Machine;
let cms: OutsideCms;

beforeAll(async () => {
  machine = new Machine('installed', current);
  cms = await OutsideCms.start();
  for (const colour of ['red', 'green'] as const) cms.addPicture(colour, picture(colour), 2);
  cms.configure(machine);
  await machine.boot();
  await cms.connect(machine);
  await playing(machine);
});
afterAll(async () => {
  await machine.throwAway();
  await cms.stop();
});

it.each([
  ['upgrade', newer, () => machine.run('dpkg', '-i', '/root/vitrine-kiosk.deb')],
  ['downgrade', current, () => machine.run('dpkg', '-i', '/root/vitrine-kiosk.deb')],
  ['restart of the service', null, () => machine.run('systemctl', 'restart', 'vitrine')],
] as const)('67: %s, and the last picture stays on the display', async (name, deb, act) => {
  if (deb !== null) cpSync(deb, join(machine.root, 'root/vitrine-kiosk.deb'));
  await playing(machine, Date.now());
  // The kept picture has been visible for a moment.
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const recording = await recordElsewhere(
    (command) => machine.beforeDisplay(command),
    1920,
    1080,
    framesASecond,
  );
  const invocation = () =>
    machine.run('systemctl', 'show', '--value', '-p', 'InvocationID', 'vitrine').then((id) => id.trim());
  const before = await invocation();
  await act();
  await playing(machine, Date.now());
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(await invocation()).not.toBe(before);
  await recording.stop();

  const seen = recording.frames.map(({ at, frame }) => ({ at, frame, kind: kindOf(frame) }));
  const count = (kind: string): number => seen.filter((one) => one.kind === kind).length;
  const colours = seen
    .filter(({ kind }) => kind === 'show')
    .map(({ at, frame }) => ({ at, isRed: isRed(frame) }));
  const changes = colours.filter(({ isRed }, index) => index > 0 && isRed !== colours[index - 1]?.isRed);
  const still = Math.max(...changes.slice(1).map(({ at }, index) => at - (changes[index]?.at ?? at)));
  process.stdout.write(
    `${name}: ${seen.length} pictures, ${count('black')} black, ${count('white')} white, ${count('other')} other; ` +
      `one picture for at most ${(still / 1000).toFixed(1)} s (usual: 2.0)\n`,
  );
  keepPictures(name, seen);
  expect(count('show')).toBe(seen.length);
});

const isRed = ({ rgb }: Frame): boolean => (rgb[0] ?? 0) > (rgb[1] ?? 0);

function keepPictures(name: string, seen: readonly { readonly kind: string; readonly frame: Frame }[]): void {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  for (const [index, { kind, frame }] of seen.entries()) {
    if (kind === 'show') continue;
    const head = Buffer.from(`P6 ${frame.width} ${frame.height} 255\n`);
    writeFileSync(join(pictures, `${name}-${index}-${kind}.ppm`), Buffer.concat([head, frame.rgb]));
  }
}
