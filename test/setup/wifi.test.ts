import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { asVitrineError, type VitrineError } from '../../src/main/ground/errors.ts';
import { Desk } from '../../src/main/setup/desk/desk.ts';
import { NetworkManagerWifi, networksIn } from '../../src/main/setup/wifi.ts';
import { wordsOf } from '../../src/shared/languages/catalogues.ts';
import type { SetupRequest } from '../../src/shared/setup.ts';
import { ManualClock } from '../support/manual-clock.ts';

// Output of nmcli 1.42.4 for access points with these names: `Café: Zum \ Anker` twice, a hidden one, `--ask`, a company's,
// one with a line break, `Gäste`.
const recorded = `436166C3A93A205A756D205C20416E6B6572:82:WPA1 WPA2
:55:WPA1 WPA2
2D2D61736B:50:WPA1 WPA2
4669726D61:50:WPA1 WPA2 802.1X
6C696E650A627265616B:50:WPA1 WPA3
47C3A4737465:40:
436166C3A93A205A756D205C20416E6B6572:30:WPA1 WPA2
`;
const cafe = { name: 'Café: Zum \\ Anker', signal: 82, isOpen: false };
const guests = { name: 'Gäste', signal: 40, isOpen: true };

/** Replaces nmcli: records its arguments and input, and answers as nmcli did. */
async function nmcli(script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-wifi-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, 'nmcli');
  await writeFile(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" > ${folder}/arguments\ncat > ${folder}/said\n${script}\n`,
  );
  await chmod(program, 0o755);
  await mkdir(join(folder, 'net/wlan0/phy80211'), { recursive: true });
  await mkdir(join(folder, 'wired/eth0'), { recursive: true });
  const kept = async (file: string) => (await readFile(join(folder, file), 'utf8')).split('\n').slice(0, -1);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  return {
    folder,
    env,
    kept,
    wifi: new NetworkManagerWifi(env, join(folder, 'net')),
  };
}

test('each name is listed once, with its strongest signal', () => {
  expect(networksIn(recorded)).toEqual([cafe, guests]);
});

test('Wi-Fi is available where there is a radio', async () => {
  const { folder, env, wifi } = await nmcli('exit 0');
  expect(wifi.isThere).toBe(true);
  expect(new NetworkManagerWifi(env, join(folder, 'wired')).isThere).toBe(false);
  expect(new NetworkManagerWifi(env, join(folder, 'none')).isThere).toBe(false);
});

test('a password is passed to nmcli as input, not as an argument', async () => {
  const { wifi, kept } = await nmcli('exit 0');
  await wifi.join(cafe.name, 'pass: "word" $HOME');
  expect(await kept('said')).toEqual(['pass: "word" $HOME']);
  expect(await kept('arguments')).toEqual([
    ...['--ask', '--wait', '60', 'device', 'wifi', 'connect', 'Café: Zum \\ Anker'],
  ]);
});

test('a refusal of NetworkManager is reported with its reason', async () => {
  const output = 'Error: Connection activation failed: (7) Secrets were required, but not provided.';
  const { wifi } = await nmcli(`echo '${output}' >&2; exit 4`);
  await expect(wifi.join('Gäste', null)).rejects.toMatchObject({
    code: 'wifi-refused',
    message:
      'Cannot join the Wi-Fi network: Connection activation failed: (7) Secrets were required, but not provided.',
  });
  await expect(wifi.networks()).rejects.toMatchObject({ code: 'wifi-unseen' });
  const wordy = await nmcli(`printf 'Error: %05000d' 0 >&2; exit 4`);
  const error = await wordy.wifi.networks().catch(asVitrineError);
  expect((error as VitrineError).message.length).toBeLessThan(300);
});

test('at the keyboard Wi-Fi comes first: a network is chosen and joined with its password, then setup continues', async () => {
  const { wifi, kept, folder } = await nmcli(`cat "$(dirname "$0")/list"`);
  await writeFile(join(folder, 'list'), recorded);
  const clock = new ManualClock();
  const desk = await Desk.open({
    words: wordsOf('en'),
    clock,
    rotation: 0 as const,
    wifi,
    changed: () => reported.resolve(),
    ask: async (_: SetupRequest) => ({ name: '', url: '', timeZone: 'UTC', redirectUri: '' }),
    arrange: async () => true,
  });
  let reported = Promise.withResolvers<void>();
  const next = async () => {
    await reported.promise;
    reported = Promise.withResolvers<void>();
  };
  expect(desk.form?.notice?.text).toBe('Searching for Wi-Fi networks…');
  await clock.advance(2_000);
  await next();
  expect(desk.form?.rows.map(({ value }) => value)).toEqual([
    ...['', 'Café: Zum \\ Anker', 'Gäste', 'Continue without Wi-Fi'],
  ]);
  desk.press({ name: 'Enter' });
  await next();
  expect(desk.form?.title).toBe(cafe.name);
  for (const text of 'secret-1') desk.press({ text });
  expect(JSON.stringify(desk.form)).not.toContain('secret-1');
  reported = Promise.withResolvers<void>();
  desk.press({ name: 'Enter' });
  await next();
  while (desk.form?.notice?.tone === 'busy') await next();
  expect(desk.form?.title).toBe('Connect to the CMS');
  expect(await kept('said')).toEqual(['secret-1']);
  desk.close();
});

test('at the keyboard an open network is joined at once, and the last line continues without Wi-Fi', async () => {
  const joined: unknown[] = [];
  const open = { name: 'Free', signal: 80, isOpen: true };
  const at = async (line: number) => {
    const clock = new ManualClock();
    const desk = await Desk.open({
      words: wordsOf('en'),
      clock,
      rotation: 0,
      wifi: {
        isThere: true,
        networks: async () => [open],
        join: async (...of: unknown[]) => void joined.push(of),
      } as never,
      changed: () => undefined,
      ask: async (_: SetupRequest) => ({ name: '', url: '', timeZone: 'UTC', redirectUri: '' }),
      arrange: async () => true,
    });
    await clock.advance(2_000);
    for (let down = 0; down < line; down++) desk.press({ name: 'Down' });
    desk.press({ name: 'Enter' });
    await clock.advance(0);
    const title = desk.form?.title;
    desk.close();
    return title;
  };
  expect(await at(0)).toBe('Connect to the CMS');
  expect(joined).toEqual([['Free', null]]);
  expect(await at(1)).toBe('Connect to the CMS');
  expect(joined).toHaveLength(1);
});
