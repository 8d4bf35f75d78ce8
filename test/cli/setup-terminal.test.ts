import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { demo, token } from '../cms/support.ts';

const program = fileURLToPath(new URL('../../dist/main/index.js', import.meta.url));

/** `vitrine setup` at a terminal of its own, as util-linux's `script` makes one. */
function atTerminal(args: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-terminal-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const child = spawn('script', ['-qefc', `${process.execPath} ${program} setup ${args}`, '/dev/null'], {
    env: { ...process.env, VITRINE_DATA_DIR: dataDir, XDG_CONFIG_HOME: dataDir, VITRINE_CMS_TOKEN: '' },
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let seen = 0;
  const answer = async (question: RegExp, text: string) => {
    await expect.poll(() => out.slice(seen), { timeout: 30_000 }).toMatch(question);
    seen = out.length;
    child.stdin.write(`${text}\n`);
  };
  return { dataDir, answer, ended, out: () => out };
}

test('a terminal does not echo the token, and each mistake is asked again', async () => {
  const cms = await demo();
  const { dataDir, answer, ended, out } = atTerminal('');
  await answer(/CMS address.*: $/, 'http://127.0.0.1:1/');
  await answer(/Token.*: $/i, 'typed-token');
  await answer(/(refused|does not accept)[\s\S]*CMS address.*: $/, cms.baseUrl);
  await answer(/Token.*: $/i, 'wrong-token');
  await answer(/(token|401)[\s\S]*CMS address.*: $/i, cms.baseUrl);
  await answer(/Token.*: $/i, token);
  await answer(/: $/, 'nonsense');
  await answer(/“nonsense” is not a number from 1 to \d+\.[\s\S]*: $/, '99');
  await answer(/“99” is not a number[\s\S]*: $/, '1');
  expect(await ended).toBe(0);
  for (const secret of ['typed-token', 'wrong-token', token]) expect(out()).not.toContain(secret);
  expect(out()).not.toContain('NaN');
  expect(JSON.parse(readFileSync(join(dataDir, 'setup.json'), 'utf8'))).toMatchObject({ cms: { token } });
}, 90_000);

test('a device that the CMS lacks is answered with those that it has', async () => {
  const cms = await demo();
  const { answer, ended, out } = atTerminal(`--cms ${cms.baseUrl} --device Nowhere`);
  await answer(/Token.*: $/i, token);
  expect(await ended).toBe(2 - 1);
  expect(out()).toMatch(/has no device “Nowhere”[\s\S]*The CMS has: “Demo screen”/);
}, 60_000);
