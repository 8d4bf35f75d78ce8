import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Showing } from '../../src/main/show/events.ts';
import { middle } from '../e2e/support/display.ts';
import { page } from '../renderer/programmes.ts';
import { cue, openPlayingShow } from '../show/playing-show.ts';
import { until } from '../support/until.ts';

const green = '<!doctype html><body style="margin:0;background:#0f0">';

/** One page for each misbehaviour; each is green as far as it is visible. */
const pages: Readonly<Record<string, string>> = {
  '/loops': `${green}<script>setTimeout(() => { for (;;); }, 300)</script>`,
  '/rude': `${green}<script>
    alert(1); confirm(2); prompt(3); print();
    open('/popup'); navigator.geolocation.getCurrentPosition(() => {});
    navigator.mediaDevices.getUserMedia({ video: true, audio: true }).catch(() => {});
    Notification.requestPermission();
    const link = document.createElement('a'); link.href = '/download'; link.download = 'x'; link.click();
    try { top.location = '/taken' } catch {}
  </script>`,
};

test('row 59 · web pages that misbehave are contained, failing ones skipped, and the show goes on', async () => {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requested.push(path);
    if (path === '/never') return;
    response.writeHead(path === '/broken' ? 500 : 200, {
      'content-type': 'text/html',
      'x-frame-options': 'DENY',
    });
    response.end(pages[path] ?? 'nothing');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await using playing = await openPlayingShow();
  const addresses = ['/loops', '/rude', '/broken', '/never'].map((path) => `${site}${path}`);
  const absent = 'http://127.0.0.1:9/absent';
  playing.host.allowPages([...addresses, absent].map((address) => ({ address, headers: {} })));
  // A continuous watch, so that something visible for a second is not missed on a busy machine.
  const recording = await playing.display.record(10);
  playing.play('p', [
    cue('red', playing.still('red'), 1_000),
    cue('loops', page(`${site}/loops`), 2_000),
    cue('blue', playing.still('blue'), 1_000),
    cue('rude', page(`${site}/rude`), 2_000),
    cue('broken', page(`${site}/broken`), 2_000),
    cue('absent', page(absent), 2_000),
    cue('never', page(`${site}/never`), 2_000),
    cue('yellow', playing.still('yellow'), 600_000),
  ]);
  await playing.untilSeen('yellow');
  await recording.stop();
  const colors = recording.frames.map(({ frame }) => middle(frame)).filter((color) => color !== 'other');
  const shown = colors.filter((color, index) => color !== 'black' && color !== colors[index - 1]);
  expect(shown.slice(0, 4)).toEqual(['red', 'green', 'blue', 'green']);

  const outcome = (entryId: string): Showing | undefined =>
    playing.showings.find((showing) => showing.type !== 'started' && showing.entryId === `entry-${entryId}`);
  expect(outcome('loops')).toMatchObject({ type: 'ended', outcome: 'completed' });
  expect(outcome('rude')).toMatchObject({ type: 'ended', outcome: 'completed' });
  expect(outcome('broken')).toMatchObject({ type: 'failed', reason: expect.stringContaining('500') });
  expect(outcome('absent')).toMatchObject({ type: 'failed', reason: expect.stringMatching(/^unreachable/) });
  expect(outcome('never')).toMatchObject({ type: 'failed', reason: expect.stringMatching(/^timeout/) });
  for (const path of ['/popup', '/taken']) expect(requested).not.toContain(path);
  // No interface of the browser covers the stage, which is the same one throughout.
  await until('yellow all over', async () => {
    const { rgb } = await playing.display.grab(64, 36);
    return rgb.every((value, index) => Math.abs(value - (index % 3 === 2 ? 0 : 255)) < 16);
  });
  expect(playing.show.status()[0]).toMatchObject({ alive: true, restarts: 0 });
  server.closeAllConnections();
  server.close();
});
