import { expect, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import { openEngine } from '../../src/main/engine/open-engine.ts';
import type { EngineEvent } from '../../src/main/engine/protocol.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { message } from '../../src/shared/languages/message.ts';
import { temporaryFolder } from '../store/support/folder.ts';

const mistake = new VitrineError('usage', message('config-not-json.other', { file: 'vitrine.json' })).report;

test.each([
  ['without feeds of alerts ends those of earlier feeds', null, [{ type: 'alerts', feeds: [] }]],
  ['with a mistake, which may hide the feeds, ends no alert', mistake, []],
])('a configuration %s', async (_, configMistake, expected) => {
  const events: EngineEvent[] = [];
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: await temporaryFolder() } });
  const engine = await openEngine(
    { config, configMistake },
    { clock: systemClock, log: createLog(() => undefined), emit: (event) => events.push(event) },
  );
  await engine.stop();
  expect(events.filter(({ type }) => type === 'alerts')).toEqual(expected);
});
