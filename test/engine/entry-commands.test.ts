import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import { openEngine } from '../../src/main/engine/open-engine.ts';
import type { EngineEvent } from '../../src/main/engine/protocol.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { demo, token } from '../cms/support.ts';
import { addPictures } from '../support/pictures.ts';

test('commands of an entry are emitted when it begins and ends, and the vitals carry the serial line of the group', async () => {
  const cms = await demo({ seed: 'empty' });
  const { content, playlistId } = cms;
  const [fileId = ''] = addPictures(content, playlistId, 1);
  const noisy = content.addEntry(Number(playlistId), {
    media_file_id: Number(fileId),
    duration: 3,
    commands_start: ['lights on', { gpio: 4 }, 'x'.repeat(3_000)],
    commands_end: ['lights off'],
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-commands-'));
  const env = { VITRINE_DATA_DIR: dataDir, VITRINE_CMS_URL: cms.baseUrl, VITRINE_CMS_TOKEN: token };
  const config = loadConfig({ noFile: true, env: { ...env, VITRINE_PLAYLIST: playlistId } });
  const events: EngineEvent[] = [];
  const engine = await openEngine(
    { config, configMistake: null },
    { clock: systemClock, log: createLog(() => undefined), emit: (event) => void events.push(event) },
  );
  onTestFinished(async () => {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  await engine.syncNow();
  const { edition } = engine.status();
  const key = { showingId: randomUUID(), screenId: '1', mediaFileId: fileId, editionId: edition?.id ?? null };
  const of = (entryId: string) => ({ ...key, entryId });
  engine.showing({ ...of(String(noisy.id)), type: 'started', at: 1 });
  engine.showing({ ...of('nobody'), type: 'started', at: 1 });
  engine.showing({ ...of(String(noisy.id)), type: 'ended', at: 2, outcome: 'completed', reason: null });
  engine.showing({ ...of(String(noisy.id)), type: 'failed', at: 3, reason: 'decode' });
  expect(events.filter(({ type }) => type === 'commands')).toEqual([
    ...[
      {
        type: 'commands',
        screenId: '1',
        entryId: String(noisy.id),
        when: 'start',
        commands: ['lights on', '{"gpio":4}'],
      },
    ],
    ...[
      { type: 'commands', screenId: '1', entryId: String(noisy.id), when: 'end', commands: ['lights off'] },
    ],
  ]);
  expect(engine.vitals()).toMatchObject({ edition: edition?.id, rs232: null });
});
