// Debian's Prometheus, Alertmanager and exporters with the files of deploy/prometheus, with addresses filled in and each minute
// shortened to a second.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { debianTool, withItsFiles } from '../../../test/deploy/debian.ts';

const handedOut = new URL('../../../deploy/prometheus/', import.meta.url);

export interface Notice {
  readonly at: number;
  readonly to: string;
  readonly status: 'firing' | 'resolved';
  readonly name: string;
  readonly job: string;
  readonly instance: string;
  readonly text: string;
}

/** A published file with an owner's replacements; each replaced text must exist. */
export function filled(name: string, changes: Readonly<Record<string, string>>): string {
  let text = readFileSync(new URL(name, handedOut), 'utf8');
  for (const [piece, own] of Object.entries(changes)) {
    if (!text.includes(piece)) throw new Error(`${name} has no ${piece}`);
    text = text.replaceAll(piece, own);
  }
  return text
    .replace(/\b((?:scrape_|evaluation_|group_)?interval|for|group_wait|timeout): (\d+)m\b/g, '$1: $2s')
    .replace(/\b((?:scrape|evaluation)_interval): 30s\b/g, '$1: 1s');
}

export class World {
  readonly folder: string;
  readonly notices: Notice[] = [];
  /** The last output of each program. */
  readonly output = new Map<string, string>();
  readonly #children: ChildProcess[] = [];
  #web: ReturnType<typeof createServer> | null = null;

  constructor(folder: string) {
    this.folder = folder;
  }

  write(name: string, text: string): string {
    const file = join(this.folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  }

  run(name: string, pack: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    const found = debianTool(name, pack);
    if ('why' in found) throw new Error(found.why);
    const [program = '', ...before] = withItsFiles(found.path);
    const child = spawn(program, [...before, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      this.output.set(name, `${this.output.get(name) ?? ''}${chunk}`.slice(-2000));
    });
    this.#children.push(child);
    return child;
  }

  /** A real server for the notifications of Alertmanager. Returns its port. */
  async listen(): Promise<number> {
    const web = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        response.end();
        const { alerts } = JSON.parse(text) as {
          alerts: {
            status: Notice['status'];
            labels: Record<string, string>;
            annotations: Record<string, string>;
          }[];
        };
        for (const { status, labels, annotations } of alerts)
          this.notices.push({
            at: performance.now(),
            to: request.url ?? '',
            status,
            name: labels.alertname ?? '',
            job: labels.job ?? '',
            instance: labels.instance ?? '',
            text: annotations.summary ?? '',
          });
      });
    });
    this.#web = web;
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    return (web.address() as AddressInfo).port;
  }

  stop(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    this.#web?.closeAllConnections();
    this.#web?.close();
  }
}
