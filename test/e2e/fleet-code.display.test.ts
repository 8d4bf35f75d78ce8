import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import encode from 'qr';
import { expect, onTestFinished, test } from 'vitest';
import { command as group } from '../../src/main/cli/fleet/enrol/group.ts';
import { command as serve } from '../../src/main/cli/fleet/enrol/serve.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { startMosquitto, watch } from '../fleet/mosquitto.ts';
import { command, idOf } from '../fleet/player.ts';
import { invoke } from '../support/invoke.ts';
import { until } from '../support/until.ts';
import { comesWithPhone, waitForCode } from './support/installer.ts';
import { token, unconfigured } from './support/unconfigured.ts';

const plugin = '/usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so';
const pictures = process.env.VITRINE_PICTURES;

test("a photo of a fleet's enrolment code makes the screen a member with its own credentials", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-code-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const users = join(folder, 'dynamic-security.json');
  execFileSync('mosquitto_ctrl', ['dynsec', 'init', users, 'admin', 'root-word']);
  const broker = await startMosquitto({
    lines: ['allow_anonymous false', `plugin ${plugin}`, `plugin_opt_config_file ${users}`],
  });
  const base = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
  const credentialsFile = await broker.credentials('admin', 'root-word');
  const config = { ...base, fleet: { ...base.fleet, name: 'chain', url: broker.url, credentialsFile } };
  const file = join(folder, 'north.json');
  await invoke(group, { config, positionals: [file], values: { groups: 'north' } });
  const ending = new AbortController();
  const serving = invoke(serve, { config, positionals: [file], signal: ending.signal, json: true });
  onTestFinished(() => ending.abort());

  const made = await unconfigured();
  onTestFinished(() => made.stop());
  const code = await waitForCode(made.display);
  const phone = await comesWithPhone();
  onTestFinished(() => phone.close());
  // As a hand holds a phone: the code is only part of the picture, and tilted.
  const paper = await phone.page.context().newPage();
  await paper.setViewportSize({ width: 900, height: 900 });
  await paper.setContent(
    `<body style="background: #998"><div style="width: 600px; margin: 120px; rotate: 7deg">${readFileSync(`${file}.svg`, 'utf8')}</div>`,
  );
  const photo = await paper.screenshot({ type: 'jpeg', quality: 80 });
  const ofConsole = encode(`${made.cms.baseUrl}\n${token}`, 'svg', { ecc: 'medium', border: 4 });
  await paper.setContent(
    `<body style="background: #998"><div style="width: 500px; margin: 90px; rotate: -5deg">${ofConsole}</div>`,
  );
  const photoOfConsole = await paper.screenshot({ type: 'jpeg', quality: 80 });
  const nothing = await phone.page.screenshot({ type: 'jpeg' });
  await paper.close();
  if (pictures)
    await import('node:fs').then(({ writeFileSync }) =>
      writeFileSync(join(pictures, 'fleet-code-photo.jpg'), photo),
    );

  const sent: string[] = [];
  phone.page.on('request', (request) => sent.push(request.postData() ?? ''));
  await phone.page.goto(code);
  const ofCms = phone.page.locator('label:has(input[name=code])');
  for (const [name, buffer, said] of [
    ['nothing.jpg', nothing, 'Could not find an address and token'],
    ['fleet.jpg', photo, 'Could not find an address and token'],
    // The last photo counts, also while an earlier one is read.
    ['fleet.jpg', photo, null],
    ['console.jpg', photoOfConsole, 'The address and token have been filled in.'],
  ] as const) {
    await ofCms.locator('input').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
    if (said !== null) await expect.poll(() => ofCms.locator('[role=status]').innerText()).toContain(said);
  }
  expect(await phone.page.locator('input[name=url]').inputValue()).toBe(made.cms.baseUrl);
  await phone.next();
  await phone.tap('label.choice:has-text("Demo screen")');
  await phone.next();
  const shows = (name: string, buffer: Buffer, mimeType = 'image/jpeg') =>
    phone.page.locator('input[name=enrolment]').setInputFiles({ name, mimeType, buffer });
  const answer = () => phone.page.locator('label:has(input[name=enrolment]) [role=status]').innerText();
  await shows('nothing.jpg', nothing);
  await expect.poll(answer).toContain('Could not find an enrolment');
  await shows('some.json', Buffer.from('{"user": "x"}'), 'application/json');
  await expect.poll(answer).toContain('Could not find an enrolment');
  await shows('photo.jpg', photo);
  await expect.poll(answer).toBe('This screen will join the fleet chain.');
  if (pictures) await phone.page.screenshot({ path: join(pictures, 'fleet-code-phone.png'), fullPage: true });
  await phone.next();
  await phone.next();
  await made.plays();

  const own = join(made.dataDir, 'fleet-credentials.json');
  const joined = await until('it is enrolled', () => {
    const text = existsSync(own) ? readFileSync(own, 'utf8') : '{}';
    const answer = JSON.parse(text) as { user?: string; joined?: { groups: string[] } | null };
    return answer.joined ? answer : null;
  });
  expect(joined.joined).toMatchObject({ name: 'chain', groups: ['north'], url: broker.url });
  const operator = await watch(broker, { user: 'admin', password: 'root-word' });
  await operator.seen(`${joined.user}/online`, (text) => text === 'true');
  const ask = command('sync');
  await operator.publish('vitrine/v1/chain/$group-north/cmd', ask);
  await operator.seen(`${joined.user}/result`, (text) => text.includes(idOf(ask)) && text.includes('"done"'));
  ending.abort();
  expect(JSON.parse((await serving).out)).toEqual([joined.user]);
  // The shared secret is not left on the screen, and no secret was sent or logged in clear text.
  await until('the enrolment is gone', () => !existsSync(join(made.dataDir, 'fleet-enrolment.json')));
  const { password } = JSON.parse(readFileSync(file, 'utf8')) as { password: string };
  expect(sent.join() + made.player.log()).not.toContain(password);
});
