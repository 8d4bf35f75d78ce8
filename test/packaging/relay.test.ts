import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../support/until.ts';

const relay = `perl ${new URL('../../packaging/kiosk/files/relay', import.meta.url).pathname}`;
const isRoot = process.getuid?.() === 0;
/** Newer kernels can forbid programs to push input into a terminal. */
const legacy = '/proc/sys/dev/tty/legacy_tiocsti';
const letsPush = isRoot && (!existsSync(legacy) || readFileSync(legacy, 'utf8').trim() === '1');

/** Pushes a line into whatever terminal can be reached. */
const push = String.raw`setpriv --reuid=65534 --regid=65534 --clear-groups perl -e '
  open my $own, "+<", "/dev/tty"; open my $in, "+<&=", 0; open my $out, "+<&=", 1; open my $told, "+<&=", 2;
  for my $door (grep { defined fileno($_) } $own, $in, $out, $told) {
    for (split //, "echo pushed \$((40 + 2))\n") { my $letter = $_; ioctl $door, 0x5412, $letter; }
  }'`;

/** A shell at a terminal of 31 by 77. */
async function shell() {
  const child = spawn('script', ['-qfc', 'stty rows 31 cols 77; exec sh -i', '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, SHELL: '/bin/sh', PS1: 'shell> ', TERM: 'xterm' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let seen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += text;
  });
  const shows = (text: string) =>
    until(`it shows ${text}`, () => seen.includes(text)).catch((error: Error) => {
      throw new Error(`${error.message}\n${seen}`);
    });
  let prompts = 0;
  /** The shell waits: what is typed while a command runs is for the command. */
  const prompted = () => {
    prompts++;
    return until(`prompt ${prompts}`, () => seen.split('shell> ').length > prompts);
  };
  await prompted();
  return { type: (text: string) => void child.stdin.write(text), shows, prompted, seen: () => seen };
}

test.runIf(letsPush)('what a command pushes into its terminal never reaches the shell', async () => {
  const { type, shows, prompted, seen } = await shell();
  for (const command of [push, `${push} </dev/null`, `${push} 2>/dev/null | cat`]) {
    type(`${relay} ${command}\n`);
    await prompted();
  }
  type('echo the end $((1 + 1))\n');
  await shows('the end 2');
  expect(seen()).not.toContain('pushed 42');
  // Without the relay it does: the push itself is a real one.
  type(`${push}\n`);
  await shows('pushed 42');
});

test('a command at a terminal reads lines, knows the size of the window and ends with its own code', async () => {
  const { type, shows, prompted } = await shell();
  type(
    `${relay} sh -c 'stty size; tty | sed s/[0-9]*$/N/; read line; echo "read <$line>"; exit 3'; echo code $?\n`,
  );
  await shows('31 77');
  await shows('/dev/pts/N');
  type('ab\x7fc\n');
  await shows('read <ac>');
  await shows('code 3');
  await prompted();
  type(`${relay} sh -c 'stty raw -echo'; stty -a | grep -o '[ -]icanon' | tr a-z A-Z\n`);
  await shows(' ICANON');
});

test('Ctrl+C ends the command, and the loop of the shell that it stands in', async () => {
  const { type, shows, prompted, seen } = await shell();
  type(`while :; do ${relay} sh -c 'echo waits $((1 + 1)); exec sleep 600'; done\n`);
  await shows('waits 2');
  type('\x03');
  await prompted();
  type('echo the end $((1 + 1))\n');
  await shows('the end 2');
  expect(seen().match(/waits 2/g)).toHaveLength(1);
});

test('what is before a pipe takes no keys, and its complaints are seen', async () => {
  const { type, shows, prompted } = await shell();
  type(`${relay} sh -c 'echo complains >&2; read line || echo nobody types' | sed s/types/typed/\n`);
  await shows('complains');
  await shows('nobody typed');
  await prompted();
  type(`${relay} sh -c 'echo waits $((1 + 1)); exec sleep 600' | cat\n`);
  await shows('waits 2');
  type('\x03');
  await prompted();
  type('echo the end $((1 + 1))\n');
  await shows('the end 2');
});

test('without a terminal bytes pass as they are, in a session without one', () => {
  const [program = '', ...args] = relay.split(' ');
  const bytes = Buffer.from([0, 3, 4, 13, 10, 26, 255]);
  const { stdout, status } = spawnSync(program, [...args, 'sh', '-c', 'cat; exit 4'], { input: bytes });
  expect(stdout.equals(bytes)).toBe(true);
  expect(status).toBe(4);
  const terminal = spawnSync('script', [
    '-qfec',
    `${relay} sh -c ': </dev/tty' </dev/null >/dev/null 2>&1`,
    '/dev/null',
  ]);
  expect(terminal.status).not.toBe(0);
  const ended = spawnSync(program, [...args, 'sh', '-c', 'kill -TERM $$']);
  expect(ended.signal).toBe('SIGTERM');
});

test('a signal for it ends the command', async () => {
  const [program = '', ...args] = relay.split(' ');
  const child = spawn(program, [...args, 'sh', '-c', 'echo $$; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve) =>
    child.stdout.once('data', (text: Buffer) => resolve(Number(text))),
  );
  child.kill('SIGTERM');
  await until('the command has ended', () => !existsSync(`/proc/${pid}`));
  await until('the relay has ended', () => child.signalCode === 'SIGTERM');
});
