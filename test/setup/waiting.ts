import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../src/main/config/config.ts';
import { writeSetup } from '../../src/main/config/setup-file.ts';
import type { Values } from '../../src/main/config/written.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { Setup, type SetupNeeds } from '../../src/main/setup/setup.ts';
import type { PinOffer } from '../../src/shared/setup.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { TestKeyboard, TestPhone } from './support.ts';

/** A player that writes the choices, and continues with them on permission. */
export async function waiting({
  written = {},
  ...changes
}: Partial<SetupNeeds> & { readonly written?: object } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-setup-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = { VITRINE_DATA_DIR: dataDir, VITRINE_SETUP_ADDRESS: '127.0.0.1', VITRINE_SETUP_PORT: '0' };
  const file = join(dataDir, 'config.json');
  await writeFile(file, JSON.stringify(written));
  const sources = { env, file };
  const { config } = readConfig(sources);
  if (config === null) throw new Error('no configuration');
  const applied: (Values | null)[] = [];
  const goesOn = Promise.withResolvers<void>();
  const clock = new ManualClock();
  const keyboard = new TestKeyboard();
  const setup = new Setup({
    config,
    sources,
    language: 'en' as const,
    name: 'test',
    clock,
    sticks: null,
    wifi: null,
    log: createLog(() => undefined),
    files: async () => new Response('page'),
    hearKeys: async (heard) => keyboard.held(heard),
    apply: async (values) => {
      if (values !== null) await writeSetup(realFileSystem, dataDir, values);
      applied.push(values);
      await goesOn.promise;
    },
    progress: async () => ({ plays: false, title: '', lines: [], picture: null }),
    changed: () => undefined,
    ...changes,
  });
  await setup.start();
  onTestFinished(() => setup.stop());
  const [address, pin = ''] = setup.invitation?.typed.map(({ value }) => value) ?? [];
  const phone = async () => {
    const origin = `http://${address}`;
    const requested = await fetch(`${origin}/setup/half`, { method: 'POST', headers: { origin } });
    const offer = (await requested.json()) as PinOffer;
    const made = TestPhone.withPin(pin.replace(' ', ''), offer);
    const say = async (ask: unknown) => {
      const sealed = made.says(ask);
      const sent = { method: 'POST', body: JSON.stringify(sealed) };
      const response = await fetch(`http://${address}/setup/say`, sent);
      const { box, turned } = (await response.json()) as { readonly box?: string; readonly turned?: string };
      return box === undefined ? { turned } : made.opens(sealed, box);
    };
    return { say, check: made.check };
  };
  return { setup, clock, keyboard, phone, applied, goesOn, dataDir, file };
}
