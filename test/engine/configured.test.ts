import { expect, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import { Configured } from '../../src/main/engine/configured.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { message } from '../../src/shared/languages/message.ts';
import { temporaryFolder } from '../store/support/folder.ts';
import { ManualClock } from '../support/manual-clock.ts';

test.each([
  ['without a mistake', false],
  ['with a mistake', true],
])('a configuration %s is whole at last when it is corrected', async (_, hasMistake) => {
  const sources = { noFile: true, env: { VITRINE_DATA_DIR: await temporaryFolder() } };
  const config = loadConfig(sources);
  const configured = new Configured({
    config,
    sources,
    clock: new ManualClock(),
    log: createLog(() => undefined),
    engine: { reopen: async () => undefined },
    pageReach: { use: () => undefined },
    hasMistake,
    later: () => ({ displays: { configured: () => undefined }, fleet: { join: () => undefined } }),
  });
  expect(configured.isWhole).toBe(!hasMistake);
  await configured.use(null, config);
  expect(configured.isWhole).toBe(true);
});

test('a corrected configuration joins its fleet, also when the engine could not be opened at once', async () => {
  const env = { VITRINE_DATA_DIR: await temporaryFolder() };
  const corrected = loadConfig({ noFile: true, env: { ...env, VITRINE_FLEET_URL: 'mqtts://fleet.example' } });
  const clock = new ManualClock();
  const joined: unknown[] = [];
  const configured = new Configured({
    config: loadConfig({ noFile: true, env }),
    sources: { noFile: true, env },
    clock,
    log: createLog(() => undefined),
    engine: {
      reopen: async () => {
        throw new VitrineError('temporary', message('engine-gone'));
      },
    },
    pageReach: { use: () => undefined },
    hasMistake: true,
    readAgain: () => corrected,
    later: () => ({
      displays: { configured: () => undefined },
      fleet: { join: ({ url }) => joined.push(url) },
    }),
  });
  configured.look(true);
  await clock.advance(10_000);
  configured.look(true);
  await clock.advance(0);
  // The engine's thread is restarted with the corrected configuration, about which health reports nothing.
  for (let look = 0; look < 100; look++) {
    await clock.advance(2_000);
    configured.look(false);
  }
  expect(joined).toEqual(['mqtts://fleet.example']);
});
