import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { controlSocket } from '../../src/main/admin/socket.ts';
import { checkPlayer } from '../../src/main/doctor/player.ts';
import { judge } from '../../src/main/health/health.ts';
import { inEnglish, message } from '../../src/shared/languages/message.ts';
import { temporaryFolder } from '../store/support/folder.ts';
import { calmFacts } from '../support/health.ts';

test.each<[readonly string[], readonly string[]]>([
  [[], []],
  [['2'], ['warn display The touch panel of screen 2 reports a touch that never ends']],
])('a touch panel that is stuck on screens %j is a finding, also behind another reason', async (stuckTouch, found) => {
  const folder = await temporaryFolder();
  const health = { ...judge({ ...calmFacts, safe: message('health.loop-late'), stuckTouch }), since: '' };
  const answers: Readonly<Record<string, unknown>> = {
    '/api/health': health,
    '/api/status': { host: 'Fake 1', health, screens: [] },
  };
  const server = createServer(({ url = '' }, response) => response.end(JSON.stringify(answers[url])));
  server.listen(controlSocket(folder).path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { findings } = await checkPlayer(folder);
  expect(findings.at(-1)).toMatchObject({ check: 'player', result: 'warn' });
  expect(findings.slice(0, -1).map((one) => `${one.result} ${one.check} ${inEnglish(one.message)}`)).toEqual(
    found.map((text) => expect.stringContaining(text)),
  );
  for (const { remedy } of findings) expect(remedy).not.toBeNull();
});
