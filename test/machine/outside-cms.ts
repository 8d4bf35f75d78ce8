import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import type * as Demo from '../../src/demo/cms.ts';
import { Line } from './line.ts';
import type { Machine } from './machine.ts';

/** A CMS outside the machine: it survives power outages, and the test can change and disturb it. */
export class OutsideCms {
  readonly demo: Demo.DemoCms;
  readonly #line: Line;

  static async start(): Promise<OutsideCms> {
    const path = fileURLToPath(new URL('../../src/demo/cms.ts', import.meta.url));
    const { module } = await runnerImport<typeof Demo>(path);
    return new OutsideCms(await module.startDemoCms({ seed: 'empty' }));
  }

  private constructor(demo: Demo.DemoCms) {
    this.demo = demo;
    this.#line = new Line(Number(new URL(demo.origin).port));
  }

  /** Configures the machine to follow this CMS. */
  configure(machine: Machine, more: object = {}): void {
    const { baseUrl: url, token, playlistId } = this.demo;
    const config = { cms: { url, token }, playlist: playlistId, syncSeconds: 15, ...more };
    machine.write('etc/vitrine/config.json', JSON.stringify(config));
  }

  /** To be called after each boot: until then the machine has no network. */
  connect(machine: Machine): Promise<void> {
    return this.#line.lay(machine);
  }

  addPicture(name: string, bytes: Uint8Array, seconds: number): void {
    this.#add({ name, fileName: `${name}.png`, mimeType: 'image/png' }, bytes, seconds);
  }

  /** Clips in which every frame differs from the previous one, so that any pause is visible. */
  addMovingClips(): void {
    for (const [index, saturation] of [1, 0.8, 0.6, 0.4].entries())
      this.#add(
        { name: `clip ${index}`, fileName: `clip-${index}.mp4`, mimeType: 'video/mp4' },
        movingClip(saturation),
        clipSeconds,
      );
  }

  #add(file: { name: string; fileName: string; mimeType: string }, bytes: Uint8Array, seconds: number): void {
    const { id } = this.demo.content.addFile(file, bytes);
    this.demo.content.addEntry(Number(this.demo.playlistId), { media_file_id: id, duration: seconds });
  }

  async stop(): Promise<void> {
    this.#line.close();
    await this.demo.stop();
  }
}

const clipSeconds = 4;

function movingClip(saturation: number): Uint8Array {
  const folder = join(tmpdir(), 'vitrine-clips');
  const file = join(folder, `moving-${clipSeconds}-${saturation}.mp4`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const unfinished = `${file}.${process.pid}.mp4`;
    const source = `color=red:size=640x360:rate=15:duration=${clipSeconds}`;
    const codec = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '15'];
    const turning = ['-vf', `hue=h=180*t:s=${saturation}`];
    execFileSync('ffmpeg', [
      '-loglevel',
      'error',
      '-y',
      '-f',
      'lavfi',
      '-i',
      source,
      ...turning,
      ...codec,
      unfinished,
    ]);
    renameSync(unfinished, file);
  }
  return readFileSync(file);
}
