import type { StreamVerdicts } from '../shared/messages.ts';

/** What a codec may be packed in. A browser that knows it in one of these decodes it wherever it comes from. */
const containers = ['video/mp4', 'video/webm', 'video/ogg', 'audio/wav', 'video/x-matroska'];

/** Of each type with a codec or of pictures, whether this browser can decode it. Where it cannot tell, nothing is said. */
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
