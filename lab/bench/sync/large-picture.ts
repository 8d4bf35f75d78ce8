import { open, rm, stat } from 'node:fs/promises';
import { noise, picture } from '../../../test/support/pictures.ts';

/** A picture padded to this size, written in blocks; another one for each seed. */
export async function writeLargePicture(path: string, bytes: number, seed = 1): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'w');
  const head = picture(seed, 0);
  await file.write(head);
  const block = noise(7, 2 ** 20);
  for (let left = bytes - head.length; left > 0; left -= block.length) {
    await file.write(block.subarray(0, Math.min(left, block.length)));
  }
  await file.close();
  if ((await stat(path)).size !== bytes) throw new Error('the large picture has another size than asked for');
}
