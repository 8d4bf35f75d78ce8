import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoCms, startDemoCms } from '../../../src/demo/cms.ts';
import { portOf } from '../../renderer/harness.ts';
import { type Color, colorAt, type Frame } from './display.ts';
import { picture } from './pictures.ts';

/** A CMS whose screens have four zones, each with its own colours: stills, a clip, a web page, stills. */
export interface FourZones {
  readonly cms: DemoCms;
  /** By zone. */
  readonly playlists: readonly number[];
  readonly frames: readonly Record<string, unknown>[];
  divide(frames: readonly Record<string, unknown>[] | null): void;
  stop(): Promise<void>;
}

const half = { width: '50%', height: '50%' };
/** What each zone may show. */
export const allowed: readonly (readonly Color[])[] = [
  ['red', 'green'],
  ['blue'],
  ['yellow'],
  ['green', 'blue'],
];
const centres = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

/** A part of the frame in fractions of its width: one screen of several. */
type Stretch = readonly [from: number, to: number];

export function seen(frame: Frame, [from, to]: Stretch = [0, 1]): readonly Color[] {
  return centres.map(([x, y]) => colorAt(frame, from + x * (to - from), y));
}

/** Colours in a zone that belong to none, or to a neighbour. */
export function foreign(frame: Frame, stretch?: Stretch): readonly Color[] {
  return seen(frame, stretch).filter((color, zone) => !allowed[zone]?.includes(color));
}

export async function startFourZones(token: string): Promise<FourZones> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-four-zones-'));
  const cms = await startDemoCms({ seed: 'empty', tokens: { personal: [token] } });
  const server = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end('<body style="background:yellow">'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { content } = cms;
  const still = (color: 'red' | 'green' | 'blue'): number =>
    content.addFile({ name: color, fileName: `${color}.png`, mimeType: 'image/png' }, picture(color)).id;
  const clip = join(folder, 'clip.mp4');
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'color=0x0000ff:s=640x360:r=30:d=2'],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', clip],
  ]);
  const lists: readonly (readonly number[])[] = [
    [still('red'), still('green')],
    [content.addFile({ name: 'clip', fileName: 'clip.mp4', mimeType: 'video/mp4' }, readFileSync(clip)).id],
    [content.addWebPage('Board', `http://127.0.0.1:${portOf(server)}/`).id],
    [still('green'), still('blue')],
  ];
  const playlists = lists.map((files, index) => {
    const { id } = content.addPlaylist({ name: `Zone ${index + 1}` });
    for (const file of files) content.addEntry(id, { media_file_id: file, duration: index === 1 ? 0 : 1 });
    return id;
  });
  const frames = playlists.map((id, index) => ({
    ...half,
    name: `z${index + 1}`,
    playlist_id: id,
    left: index % 2 === 0 ? 0 : '50%',
    top: index < 2 ? 0 : '50%',
    fit: 'stretch',
  }));
  const divide: FourZones['divide'] = (wanted) => {
    const [group] = content.deviceGroups.keys();
    content.changeDeviceGroup(group ?? 0, { multi_frame: wanted });
  };
  divide(frames);
  return {
    cms,
    playlists,
    frames,
    divide,
    async stop() {
      await cms.stop();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
