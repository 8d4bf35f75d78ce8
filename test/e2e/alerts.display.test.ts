import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoCms } from '../../src/demo/cms.ts';
import type { Alert } from '../../src/main/alerts/alert.ts';
import { startMailServer } from '../alerts/mail-server.ts';
import { until } from '../support/until.ts';
import { startDisplay } from './support/display.ts';
import { demoScreen, runVitrine, startPlayerProcess } from './support/player.ts';

test('a whole player that is not well tells webhook and mailbox, and its test command says what happened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-alerts-'));
  const posted: Alert[] = [];
  const hook = createServer((request, response) => {
    let text = '';
    request.on('data', (bytes: Buffer) => {
      text += bytes.toString('utf8');
    });
    request.on('end', () => {
      posted.push(JSON.parse(text) as Alert);
      response.writeHead(204).end();
    });
  });
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const { port } = hook.address() as AddressInfo;
  const mailServer = await startMailServer();
  const display = await startDisplay(640, 360);
  const cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['alerts-token'] } });
  const config = join(folder, 'config.json');
  const mail = { server: `smtp://localhost:${mailServer.port}`, to: ['owner@example.com'] };
  const alerts = { holdSeconds: 2, webhook: { url: `http://127.0.0.1:${port}/` }, mail };
  writeFileSync(config, JSON.stringify({ adminPort: 0, alerts }), { mode: 0o600 });
  const env = {
    ...demoScreen(display, { baseUrl: cms.baseUrl, token: 'alerts-token' }, join(folder, 'data')),
    VITRINE_CONFIG: config,
  };
  const player = startPlayerProcess(env);
  onTestFinished(async () => {
    await player.stop();
    await cms.stop();
    await mailServer.stop();
    await display.stop();
    hook.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await until('an alert', async () => posted.some(({ verdict }) => verdict === 'attention'));
  await until('a mail', async () => mailServer.received.length > 0);
  expect(posted.every(({ id }, at) => posted.findIndex((one) => one.id === id) === at)).toBe(true);

  const tested = await runVitrine(['alert', 'test', '--json'], env);
  expect([tested.code, JSON.parse(tested.out)]).toMatchObject([
    0,
    { channels: [{ channel: 'webhook' }, { channel: 'mail' }] },
  ]);
  // The verdict may change at any time, and then another alert comes after these.
  expect(posted.filter(({ test }) => test)).toHaveLength(1);
  expect(mailServer.received.filter(({ text }) => text.includes('This is a test message.'))).toHaveLength(1);
  mailServer.refuse('550 5.1.1 no such user');
  const failed = await runVitrine(['alert', 'test'], env);
  expect(failed.code).toBe(1);
  expect(failed.log).toMatch(
    /accepted the message \(204\)\. The mail server localhost refused the message: .*550 5\.1\.1/s,
  );
});
