import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../../src/main/report/status.ts';
import { until } from '../support/until.ts';
import type { Machine } from './machine.ts';

/** Runs a CMS in the machine and lets the player follow it. Returns the first item. */
export async function followDemo(machine: Machine): Promise<Status> {
  await machine.run('systemctl', 'enable', '--now', 'demo-cms');
  const { baseUrl, token, deviceId } = await until('the demo CMS is up', () => {
    const file = join(machine.root, 'var/lib/demo-cms.json');
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return text.endsWith('\n') ? (JSON.parse(text) as Record<string, string>) : null;
  });
  machine.write(
    'etc/vitrine/config.json',
    JSON.stringify({ cms: { url: baseUrl, token }, device: deviceId }),
  );
  await machine.run('systemctl', 'restart', '--no-block', 'vitrine');
  return playing(machine);
}

/** Waits until an item is visible that was painted after this instant. */
export function playing(machine: Machine, since = 0): Promise<Status> {
  return until('an item is in sight', async () => {
    const status = await machine.status();
    return status?.nowPlaying && isPainting(status, since) ? status : null;
  });
}

export function isPainting({ screens }: Status, since: number): boolean {
  return screens.every(
    ({ alive, lastFrameAt }) => alive && lastFrameAt !== null && Date.parse(lastFrameAt) > since,
  );
}
