import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { fleetScript } from '../../scripts/fleet-script.ts';

test('the fleet page has one script of at most 20 kB by gzip, and imports only the library for MQTT', async () => {
  const script = await fleetScript(resolve('.'));
  expect(script.match(/\bimport\b[^;]*;/g)).toEqual([expect.stringMatching(/from *"\.\/mqtt\.js";$/)]);
  expect(gzipSync(script, { level: 9 }).length).toBeLessThan(20_000);
});

test('a script that the fleet page lacks is named', async () => {
  const root = mkdtempSync(join(tmpdir(), 'vitrine-fleet-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['src/pages', 'src/shared']) cpSync(folder, join(root, folder), { recursive: true });
  writeFileSync(join(root, 'src/pages/fleet/words.js'), "export * from './wordss.js';");
  await expect(fleetScript(root)).rejects.toThrow('./wordss.js');
});
