import type { ScreenSettings } from '../../shared/programme.ts';

const loadTimeoutMs = 3_000;

/**
 * The last good screenshot that main took of the page; null when there is none. It shows the whole display with the
 * ticker, so it must cover the whole display, however the surface is rotated.
 */
export async function lastSnapshot(
  address: string,
  { rotation, scale, region }: ScreenSettings,
): Promise<HTMLElement | null> {
  const image = new Image();
  image.src = `snapshots/${await sha256(address)}.png`;
  try {
    await Promise.race([image.decode(), timeout()]);
  } catch {
    // Missing or damaged: the page is skipped with its original reason.
    return null;
  }
  const width = window.innerWidth;
  const height = window.innerHeight;
  const lens = 1 / window.devicePixelRatio;
  const used = region ?? { left: 0, top: 0, width: width / lens, height: height / lens };
  // From the middle of the surface, which is the middle of the region, to the middle of the display.
  const across = width / 2 - (used.left + used.width / 2) * lens;
  const down = height / 2 - (used.top + used.height / 2) * lens;
  const turn = (-rotation * Math.PI) / 180;
  const x = (across * Math.cos(turn) - down * Math.sin(turn)) / scale;
  const y = (across * Math.sin(turn) + down * Math.cos(turn)) / scale;
  Object.assign(image.style, {
    position: 'absolute',
    width: `${width}px`,
    height: `${height}px`,
    left: `calc(50% + ${x - width / 2}px)`,
    top: `calc(50% + ${y - height / 2}px)`,
    rotate: `${-rotation}deg`,
    scale: `${1 / scale}`,
  });
  return image;
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    window.setTimeout(() => reject(new Error('the snapshot did not load in time')), loadTimeoutMs);
  });
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
