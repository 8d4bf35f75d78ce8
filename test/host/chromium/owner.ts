// A minimal main process, for tests that end it: a host with one window, which prints one line once it is up.
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { createChromiumHost } from '../../../src/main/host/chromium/host.ts';
import { deaf } from '../deaf.ts';

const host = createChromiumHost({
  handler: async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  events: deaf,
  log: createLog(() => undefined),
  clock: systemClock,
  user: 'nobody',
  display: 'virtual',
  virtualSize: { width: 320, height: 180 },
});
await host.start();
const [display] = await host.displays();
if (!display) throw new Error('no display');
await host.open({ screenId: 'one', display }, deaf);
process.stdout.write('up\n');
