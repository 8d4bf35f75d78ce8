import type { StreamVerdicts } from '../shared/messages.ts';

/** A browser that supports a codec in one of these containers decodes it from every container. */
const containers = ['video/mp4', 'video/webm', 'video/ogg', 'audio/wav', 'video/x-matroska'];

/** Whether this browser can decode each type that names a codec or is an image. A type it cannot judge is left out. */
export async function verdictsOn(types: readonly string[]): Promise<StreamVerdicts> {
  const media = document.createElement('video');
  const plays = (codec: string): boolean =>
    containers.some((container) => media.canPlayType(`${container}; codecs="${codec}"`) !== '');
  const decodes: Record<string, boolean> = {};
  for (const type of types) {
    const codec = /codecs="(.*)"/.exec(type)?.[1];
    if (codec !== undefined) decodes[type] = plays(codec);
    else if ('ImageDecoder' in window) decodes[type] = await ImageDecoder.isTypeSupported(type);
  }
  return { browser: navigator.userAgent, decodes };
}
