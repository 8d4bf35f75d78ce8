import type { Clock } from '../../clock.ts';
import { VitrineError } from '../../errors.ts';
import type { Picture } from '../host.ts';
import type { ContentsPart } from './api.ts';

/** A hung renderer never answers. */
const longestCaptureMs = 5_000;

/** A picture of what these contents show now. */
export async function capture(contents: ContentsPart | null, clock: Clock): Promise<Picture> {
  if (!contents || contents.isCrashed()) throw noPicture('there is no renderer');
  const image = await new Promise<Awaited<ReturnType<ContentsPart['capturePage']>>>((resolve, reject) => {
    const cancel = clock.after(longestCaptureMs, () => reject(noPicture('the renderer does not answer')));
    contents.capturePage().then(resolve, reject).finally(cancel);
  });
  if (image.isEmpty()) throw noPicture('nothing has been painted yet');
  return { mimeType: 'image/png', bytes: image.toPNG() };
}

function noPicture(why: string): VitrineError {
  return new VitrineError('temporary', 'no-picture', `The screen could not be captured: ${why}.`);
}
