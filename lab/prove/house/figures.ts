import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { circles } from '../../../test/architecture/circles.ts';
import { readSources, type Source } from '../../../test/architecture/direction.ts';
import { type PageScripts, pageScriptsOf } from './page-scripts.ts';

/** Figures of one state of the sources. */
export interface Figures {
  /** Folders and loose files of src/main. */
  readonly rooms: number;
  /** Pairs of rooms of which one imports the other. */
  readonly arrows: number;
  /** Against the order in the tests of that state; null: they have none. */
  readonly upward: number | null;
  readonly circles: number;
  /** TypeScript files of src. */
  readonly files: number;
  readonly medianLines: number;
  readonly over300: readonly string[];
  readonly linesOfApp: number;
  readonly scripts: number;
  /** Lines of src without src/demo: TypeScript, scripts, styles, pages and tables. */
  readonly lines: number;
  readonly pageScripts: PageScripts;
  readonly linesByRoom: ReadonlyMap<string, number>;
}

export async function figuresOf(root: string): Promise<Figures> {
  const sources = readSources(root, 'src');
  const files = linesOf(root);
  const typed = files.filter(({ path }) => path.endsWith('.ts'));
  const counted = files.filter(({ path }) => !path.startsWith('src/demo/'));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    rooms: readdirSync(join(root, 'src/main')).length,
    arrows: arrows(sources),
    upward: await upward(root, sources),
    circles: circles(sources).length,
    files: typed.length,
    medianLines:
      typed.map(({ lines }) => lines).toSorted((one, other) => one - other)[typed.length >> 1] ?? 0,
    over300: files
      .filter(({ path, lines }) => lines > 300 && /\.(ts|js)$/.test(path))
      .map(({ path, lines }) => `${path} ${lines}`),
    linesOfApp: files.find(({ path }) => path === 'src/main/app.ts')?.lines ?? 0,
    scripts: Object.keys(scripts).length,
    lines: sum(counted),
    pageScripts: await pageScriptsOf(root),
    linesByRoom: new Map(
      [...Map.groupBy(counted, ({ path }) => linesRoomOf(path))].map(([room, own]) => [room, sum(own)]),
    ),
  };
}

interface Lines {
  readonly path: string;
  readonly lines: number;
}

const sum = (files: readonly Lines[]): number => files.reduce((all, { lines }) => all + lines, 0);

function linesOf(root: string): readonly Lines[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js|css|html|json)$/.test(name))
    .map((name) => ({
      path: `src/${name}`,
      lines: readFileSync(join(root, 'src', name), 'utf8').split('\n').length - 1,
    }));
}

/** `main/cms`, `main/app.ts`, `shared`. */
function roomOf(path: string): string {
  const [, top = '', name = ''] = path.split('/');
  return top === 'main' ? `main/${name}` : top;
}

/** Loose files of src/main count as one room. */
function linesRoomOf(path: string): string {
  const room = roomOf(path);
  return room.endsWith('.ts') ? 'main/*.ts' : room;
}

function arrows(sources: readonly Source[]): number {
  const pairs = sources.flatMap(({ path, imports }) =>
    imports
      .filter((imported) => imported.startsWith('src/main/') && path.startsWith('src/main/'))
      .map((imported) => [roomOf(path), roomOf(imported)])
      .filter(([from, to]) => from !== to)
      .map(([from, to]) => `${from} ${to}`),
  );
  return new Set(pairs).size;
}

async function upward(root: string, sources: readonly Source[]): Promise<number | null> {
  const order = join(root, 'test/architecture/direction.ts');
  if (!existsSync(order)) return null;
  const { breaches }: typeof import('../../../test/architecture/direction.ts') = await import(order);
  return breaches(sources).length;
}
