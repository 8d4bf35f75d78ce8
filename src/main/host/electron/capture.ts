import { message } from '../../../shared/languages/message.ts';
import type { Clock } from '../../ground/clock.ts';
import { VitrineError } from '../../ground/errors.ts';
import { type Picture, type PictureSize, smallPicture } from '../host.ts';
import { within } from '../within.ts';
import type { ContentsApi } from './api.ts';

const longestCaptureMs = 5_000;

/** A screenshot of these contents. */
export async function capture(
  contents: ContentsApi | null,
  clock: Clock,
  size: PictureSize = 'whole',
): Promise<Picture> {
  if (!contents || contents.isCrashed()) throw new VitrineError('temporary', message('no-picture.renderer'));
  const image = await within(clock, longestCaptureMs, 'screenshot', contents.capturePage());
  if (image.isEmpty()) throw new VitrineError('temporary', message('no-picture.blank'));
  if (size === 'whole') return { mimeType: 'image/png', bytes: image.toPNG() };
  const small = image.resize({ width: smallPicture.width, quality: 'good' });
  return { mimeType: 'image/jpeg', bytes: small.toJPEG(smallPicture.quality) };
}
