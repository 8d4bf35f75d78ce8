import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { until } from '../support/until.ts';
import { Machine } from './machine.ts';

const { current } = inject('packages');
let machine: Machine;

beforeAll(async () => {
  machine = new Machine('installed', current);
  copyFileSync(join(import.meta.dirname, 'takes-over.pl'), join(machine.root, 'srv/takes-over.pl'));
  await machine.boot();
});
afterAll(() => machine.throwAway());

/** A root shell at a terminal. */
function shell(): { type(text: string): void; readonly seen: () => string; readonly process: ChildProcess } {
  const env = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'TERM=xterm', 'LANG=C.UTF-8'];
  const inside = ['script', '-qfc', 'bash --norc --noprofile -i', '/dev/null'];
  const child = spawn('nsenter', ['-t', String(machine.init), '-a', ...env, ...inside], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let seen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += text;
  });
  return { type: (text) => void child.stdin.write(text), seen: () => seen, process: child };
}

it("code of the player's account reaches neither the memory of root's command nor root's shell", async () => {
  const { type, seen, process: child } = shell();
  try {
    await until('the shell is there', () => seen().includes('# '));
    type('vitrine setup\n');
    await until('it asks', () => seen().includes('CMS address'));
    const attack = ['perl', '/srv/takes-over.pl', 'index.js setup', 'touch /root/taken-over'];
    const attacked = await machine.try('runuser', '-u', 'vitrine', '--', ...attack);
    process.stdout.write(`attack: ${attacked.stdout}${attacked.stderr}`);
    expect(attacked.stdout).toContain('found ');
    // Ctrl+C would discard pushed input.
    if (!attacked.stdout.includes('written')) type('\x03');
    await until('the shell is there again', () => seen().split('# ').length > 2);
    type('\necho the shell "goes on"\n');
    await until('the shell goes on', () => seen().includes('the shell goes on'));
    expect(existsSync(join(machine.root, 'root/taken-over'))).toBe(false);
    expect(attacked.stderr).toContain('memory: ');
  } finally {
    child.kill();
  }
});

it("root's commands keep prompts, pipes, exit codes and the journal", async () => {
  const { type, seen, process: child } = shell();
  const prompted = (count: number) => until('the shell waits', () => seen().split('# ').length > count);
  try {
    await prompted(1);
    type('vitrine setup --cms http://127.0.0.1:9 2>&1\n');
    await until('it asks', () => seen().includes('Access token: '));
    type('secret\n');
    await prompted(2);
    type(
      'vitrine status --json | head -c 20 | od -c; echo code $PIPESTATUS; vitrine logs | tail -n 1; vitrine logs -f\n',
    );
    await until(
      'the log is followed',
      () => seen().includes('code 0') && seen().split('vitrine[').length > 3,
    );
    type('\x03');
    await prompted(3);
    process.stdout.write(seen());
    const owned = await machine.run('find', '/var/lib/vitrine', '/run/vitrine', '!', '-user', 'vitrine');
    expect(owned).toBe('');
  } finally {
    child.kill();
  }
});
