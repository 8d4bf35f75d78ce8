import { execFile, execFileSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { promisify } from 'node:util';

const everyMs = 300;

interface LikeDisplay {
  readonly id: number;
  readonly bounds: Electron.Rectangle;
  readonly primary: boolean;
}

/** `screen`, read from the X server. */
export class LikeScreen extends EventEmitter {
  #known: readonly LikeDisplay[] = [];

  watch(): void {
    this.#known = displaysIn(execFileSync('xrandr', ['--query'], { encoding: 'utf8' }));
    setInterval(() => {
      promisify(execFile)('xrandr', ['--query']).then(
        ({ stdout }) => this.#changed(displaysIn(stdout)),
        () => undefined,
      );
    }, everyMs).unref();
  }

  getAllDisplays(): readonly LikeDisplay[] {
    return this.#known;
  }

  getPrimaryDisplay(): LikeDisplay {
    const primary = this.#known.find((display) => display.primary) ?? this.#known[0];
    if (!primary) throw new Error('there is no display');
    return primary;
  }

  #changed(now: readonly LikeDisplay[]): void {
    const before = this.#known;
    this.#known = now;
    const find = (list: readonly LikeDisplay[], { id }: LikeDisplay) => list.find((one) => one.id === id);
    for (const display of now) {
      const old = find(before, display);
      if (!old) this.emit('display-added', {}, display);
      else if (JSON.stringify(old.bounds) !== JSON.stringify(display.bounds))
        this.emit('display-metrics-changed', {}, display, ['bounds']);
    }
    for (const display of before) if (!find(now, display)) this.emit('display-removed', {}, display);
  }
}

/** `DUMMY1 connected 640x360+640+0 (normal …`; a disabled one has no size. */
function displaysIn(text: string): readonly LikeDisplay[] {
  const outputs = text.split('\n').filter((line) => /^\S+ (dis)?connected/.test(line));
  return outputs.flatMap((line, index) => {
    const [, primary, width, height, x, y] =
      /connected( primary)? (\d+)x(\d+)\+(\d+)\+(\d+)/.exec(line) ?? [];
    if (width === undefined) return [];
    const bounds = { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
    return [{ id: index + 1, bounds, primary: primary !== undefined }];
  });
}
