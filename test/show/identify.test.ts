import { expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import { createShow } from '../../src/main/show/show.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { FakeHost } from './fake-host.ts';

test('each screen identifies itself by a number, counted from the left, and a colour of its own', async () => {
  const clock = new ManualClock();
  const host = new FakeHost([]);
  const show = createShow({ clock, log: createLog(() => undefined), onShowing: () => undefined });
  expect(show.identify('name', 'de', 20_000)).toBe(0);
  const display = (id: string, left: number) => ({
    id,
    left,
    top: 0,
    width: 640,
    height: 360,
    primary: left === 0,
  });
  await show.attach(host, [
    { screenId: 'till', display: display('b', 640) },
    { screenId: 'door', display: display('a', 0) },
  ]);
  for (const id of ['till', 'door']) host.window(id).report({ type: 'ready', protocol: 1 });
  expect(show.identify('name', 'de', 20_000)).toBe(2);
  const sent = ['door', 'till'].map((id) => host.window(id).last);
  expect(sent).toMatchObject([
    { type: 'identify', forMs: 20_000, shown: { kind: 'name', number: 1, name: 'Bildschirm door' } },
    { type: 'identify', shown: { number: 2, name: 'Bildschirm till' } },
  ]);
  const colours = sent.map((message) => (message?.type === 'identify' ? message.shown.colour : ''));
  expect(new Set(colours).size).toBe(2);
  show.stop();
});
