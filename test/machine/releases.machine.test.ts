import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { version as ownVersion } from '../../src/main/ground/version.ts';
import { readState } from '../../src/main/update/state-file.ts';
import { until } from '../support/until.ts';
import { Builds, type Fault, serve } from './builds.ts';
import { followDemo, isPainting, playing } from './demo.ts';
import { Eye } from './eye.ts';
import { Machine } from './machine.ts';

const { current } = inject('packages');
let machine: Machine;
let builds: Builds;
let eye: Eye;
let count = 0;

beforeAll(async () => {
  builds = await Builds.make();
  machine = new Machine('installed', current);
  await machine.boot();
  await followDemo(machine);
  eye = new Eye(machine);
});
afterAll(async () => {
  eye.close();
  builds.throwAway();
  await machine.throwAway();
});

/** A short trial for the test, with the same checks. */
const soon = { minuteSeconds: 6 };
/** Longer than a whole trial. */
const longestMs = 420_000;

async function proof(): Promise<readonly string[]> {
  return (await machine.run('vitrine', 'proof', 'export', '--format', 'jsonl')).trim().split('\n');
}

function somethingShown(): Promise<readonly string[]> {
  return until('something was shown', async () => {
    const rows = await proof();
    return rows.length > 4 ? rows : null;
  });
}

/** Earlier proof of play stays unchanged, and new rows follow. */
async function mustGoOn(before: readonly string[]): Promise<string> {
  const closed = before.filter((row) => !row.includes('"endedAt":null'));
  const after = await until('more was shown', async () => {
    const rows = await proof();
    return rows.length > before.length + 1 ? rows : null;
  });
  const kept = new Set(after);
  expect(closed.filter((row) => !kept.has(row))).toEqual([]);
  return `${before.length} rows of proof before, ${after.length} after, ${closed.length} equal`;
}

function state() {
  const file = join(machine.root, 'var/lib/vitrine/update/update-state');
  return existsSync(file) ? readState(readFileSync(file, 'utf8')) : null;
}

/** Another version of this checkout arrives on a stick, and the player switches to it at once. */
async function bring(fault: Fault): Promise<{ version: string; sha: string }> {
  const version = `99.0.${++count}`;
  const sha = await builds.publish(version, fault);
  await builds.carry(machine);
  expect(await machine.run('vitrine', 'update', 'now', '--from', '/srv/releases')).toContain(version);
  return { version, sha };
}

/** Resolves once it is the current release, or is blocked and the previous one plays again. */
async function judged(version: string, runs: string): Promise<number> {
  const since = Date.now();
  await until(
    `${version} is judged`,
    async () => {
      const now = state();
      if (now === null || now.trial !== null || now.doubt !== null) return false;
      const isJudged = now.blocked.some((one) => one.version === version) || now.floor === version;
      const status = isJudged ? await machine.status() : null;
      return status?.version === runs && status.nowPlaying !== null && isPainting(status, since);
    },
    longestMs,
  );
  return (Date.now() - since) / 60_000;
}

/** The display since then: at most two switches, there and back. */
function seen(since: number, mostBlackMs = 10_000): string {
  const until = Date.now();
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const black = eye.blackMs(since, until);
  expect(black).toBeLessThanOrEqual(mostBlackMs);
  return `black for ${seconds(black)} in all, still for ${seconds(eye.longestPause(since, until))} at most`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

describe('A to B', () => {
  it('switches in its window, keeps a good release, and goes back when it is recalled', async () => {
    const version = `99.0.${++count}`;
    const sha = await builds.publish(version, soon);
    await builds.carry(machine);
    const url = await serve(machine);
    const config = JSON.parse(readFileSync(join(machine.root, 'etc/vitrine/config.json'), 'utf8'));
    const clock = (ms: number): string => new Date(Date.now() + ms).toISOString().slice(11, 16);
    // Its moment lies in the first nine tenths of the window, which are over.
    const window = { from: clock(-5 * 3600_000), to: clock(20 * 60_000) };
    machine.write(
      'etc/vitrine/config.json',
      JSON.stringify({ ...config, timeZone: 'UTC', update: { url, window } }),
    );
    await machine.run('systemctl', 'restart', '--no-block', 'vitrine');
    await playing(machine, Date.now());
    const before = await somethingShown();
    const since = Date.now();
    const minutes = await judged(version, version);
    say(`by itself: judged after ${minutes.toFixed(1)} min, ${seen(since)}; ${await mustGoOn(before)}`);
    expect(state()).toMatchObject({ current: sha, previous: 'factory', over: ownVersion });
    const folder = join(machine.root, 'var/lib/vitrine-releases/releases', sha);
    expect(
      (await machine.run('stat', '-c', '%U %a', `/var/lib/vitrine-releases/releases/${sha}/node`)).trim(),
    ).toBe('root 555');
    expect(existsSync(folder)).toBe(true);
    const [player = 0] = machine.processes(/dist\/main\/index\.js run/);
    expect(readFileSync(`/proc/${player}/cmdline`, 'utf8')).toContain(sha);

    const exposure = await machine.run(
      'systemd-analyze',
      'security',
      '--no-pager',
      'vitrine-installer@0.service',
    );
    const [, score] = /level for vitrine-installer@0.service: ([\d.]+)/.exec(exposure) ?? [];
    say(`the installer's exposure: ${score}`);
    expect(Number(score)).toBeLessThanOrEqual(2);
    const asPlayer = ['setpriv', '--reuid=vitrine', '--regid=vitrine', '--clear-groups', 'touch'];
    expect((await machine.try(...asPlayer, `/var/lib/vitrine-releases/releases/${sha}/complete`)).code).toBe(
      1,
    );

    await builds.recall(version);
    await builds.carry(machine);
    const rows = await proof();
    const requested = Date.now();
    await machine.run('vitrine', 'update', 'now', '--from', '/srv/releases');
    await until('the release before runs', async () => (await machine.status())?.version === ownVersion);
    await playing(machine, Date.now());
    const back = (Date.now() - requested) / 60_000;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    say(`recalled: back after ${back.toFixed(1)} min, ${seen(requested)}; ${await mustGoOn(rows)}`);
    expect(state()).toMatchObject({ current: 'factory', blocked: [{ version, code: 'recalled' }] });
  });
});

/** The CMS runs on a port of the machine itself. */
const cmsGone = `
import net from 'node:net';
const { connect } = net.Socket.prototype;
const port = new URL(JSON.parse((await import('node:fs')).readFileSync('/etc/vitrine/config.json', 'utf8')).cms.url).port;
net.Socket.prototype.connect = function (...args) {
  const [first] = args.flat();
  if (String(first?.port ?? first) !== port) return connect.apply(this, args);
  process.nextTick(() => this.destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })));
  return this;
};`;
const inMain = (code: string) =>
  `import { isMainThread } from 'node:worker_threads';\nif (isMainThread) {\n${code}\n}`;

const faults: Readonly<Record<string, { readonly fault: Fault; readonly code: RegExp }>> = {
  'crashes at once': { fault: { atOnce: 'exit 1' }, code: /died/ },
  'crashes after nine minutes': {
    fault: { ...soon, code: inMain('setTimeout(() => process.exit(1), 54_000);') },
    code: /died/,
  },
  hangs: { fault: { code: inMain('setTimeout(() => { for (;;); }, 15_000);') }, code: /died/ },
  'paints nothing': { fault: { paintsNothing: true }, code: /no-item|revives|died/ },
  leaks: {
    fault: { code: inMain('const all = []; setInterval(() => all.push(Buffer.alloc(30e6, 1)), 1000);') },
    code: /memory/,
  },
  'alone loses the CMS': { fault: { ...soon, code: cmsGone }, code: /lost-cms/ },
};

describe('a release on trial', () => {
  it.each(Object.keys(faults))('70: that %s is rolled back, blocked and reported', async (name) => {
    const { fault, code } = faults[name] ?? { fault: {}, code: /$^/ };
    await playing(machine, Date.now());
    const before = await somethingShown();
    const since = Date.now();
    const { version } = await bring(fault);
    const minutes = await judged(version, ownVersion);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    // A release that paints nothing gets a minute.
    const sight = seen(since, fault.paintsNothing ? 75_000 : 10_000);
    const { blocked } = (await machine.status())?.update ?? { blocked: [] };
    const reported = blocked.find((one) => one.version === version);
    say(
      `${name}: back after ${minutes.toFixed(1)} min (${reported?.code}), ${sight}; ${await mustGoOn(before)}`,
    );
    expect(reported?.code).toMatch(code);
    expect(state()?.current).toBe('factory');
  });
});
