// The demo CMS in its own process: clips to play now, and pictures of 1 GiB for later, one more at each message. In reality it is
// on another machine: while the show is recorded, it takes a third of the processor time that the player gets.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { startDemoCms } from '../../../src/demo/cms.ts';
import { makeCodedClip } from '../stage/media.ts';
import { writeLargePicture } from '../sync/large-picture.ts';

/** Its message to the parent when it is ready. */
export interface LoadCms {
  readonly baseUrl: string;
  readonly token: string;
}

/** Ids of the clips. */
export const clipIds: readonly number[] = [0, 1, 2, 3];
/** At 30 a second. */
export const clipFrames = 60;
export const largeBytes = 2 ** 30;
/** Of the whole session, if the kernel groups processes by sessions. */
const sessionNiceness = '/proc/self/autogroup';
const niceness = 5;
/** An entry that begins so much later is downloaded now, and not shown. */
const laterMs = 30 * 86_400_000;

if (import.meta.main) await serve(process.argv[2] ?? '', Number(process.argv[3]));

async function serve(folder: string, large: number): Promise<void> {
  const { content, playlistId, baseUrl, token } = await startDemoCms({
    seed: 'empty',
    variants: { caching: 'etag', hash: 'sha256' },
  });
  for (const id of clipIds) {
    await makeCodedClip(folder, id, clipFrames);
    const name = `clip-${id}.mp4`;
    const bytes = readFileSync(join(folder, name));
    const file = content.addFile({ name, fileName: name, mimeType: 'video/mp4' }, bytes);
    content.addEntry(playlistId, { media_file_id: file.id, duration: 0 });
  }
  const files: number[] = [];
  for (let number = 0; number < large; number++) {
    const name = `large-${number}.png`;
    await writeLargePicture(join(folder, name), largeBytes, number + 1);
    const file = { name, fileName: name, mimeType: 'image/png' };
    files.push((await content.addFileFromPath(file, join(folder, name))).id);
  }
  const start_date = new Date(Date.now() + laterMs).toISOString().slice(0, 10);
  process.on('message', () => {
    const id = files.shift();
    if (id !== undefined)
      content.addEntry(playlistId, { media_file_id: id, duration: 5, play_rule: 0, start_date });
  });
  if (existsSync(sessionNiceness)) writeFileSync(sessionNiceness, String(niceness));
  setPriority(niceness);
  process.on('disconnect', () => process.exit());
  process.send?.({ baseUrl, token } satisfies LoadCms);
}
