import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import { mendSecurity } from '../../src/main/doctor/security.ts';

function made(cms: object) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-security-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, token] = [join(folder, 'config.json'), join(folder, 'token')];
  writeFileSync(token, 'secret');
  writeFileSync(file, JSON.stringify({ dataDir: folder, cms: { tokenFile: 'token', ...cms } }));
  for (const path of [file, token]) chmodSync(path, 0o666);
  return { file, token, config: loadConfig({ file, env: {} }) };
}

const mode = (path: string): number => statSync(path).mode & 0o777;

test('at the start of the player its configuration and its token are closed to others', () => {
  const { file, token, config } = made({ url: 'https://cms.example.com' });
  expect(mendSecurity(config, {})).toEqual([]);
  expect([mode(file), mode(token)]).toEqual([0o644, 0o640]);
  const inline = made({ url: 'https://cms.example.com', tokenFile: null, token: 'secret' });
  expect(mendSecurity(inline.config, {})).toEqual([]);
  expect(mode(inline.file)).toBe(0o640);
});

test.each([
  ['http://cms.example.com', 1],
  ['http://192.168.1.5:8080', 1],
  ['https://cms.example.com', 0],
  ['http://127.0.0.1:8781', 0],
  ['http://localhost:8781', 0],
  ['http://[::1]:8781', 0],
])('for %s there is %i warning about what leaves this machine unencrypted', (url, count) => {
  const reported = mendSecurity(made({ url }).config, {});
  expect(reported).toHaveLength(count);
  for (const { message, remedy } of reported) {
    expect(message).toEqual({ code: 'doctor.security.unencrypted', values: { origin: new URL(url).origin } });
    expect(remedy).toMatchObject({ code: 'doctor.security.unencrypted.remedy' });
  }
});
