import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadImage } from '../../src/renderer/slots/load-image.ts';
import { enterDocument, FakeImage, leaveDocument, pass } from './fake-document.ts';
import { fateOf } from './slot-needs.ts';

/** How often the bytes of a picture were read to see whether they are whole. */
let proofs = 0;

beforeEach(() => {
  enterDocument();
  proofs = 0;
  vi.stubGlobal('fetch', async () => ({ blob: async () => 'bytes' }));
  vi.stubGlobal('createImageBitmap', async () => {
    proofs += 1;
    return { close: () => undefined };
  });
});
afterEach(leaveDocument);

let pictures = 0;

/** A picture that nobody has loaded before, on its way. */
function loading(source = `media/${pictures++}.png`): { image: FakeImage; load: { readonly is: string } } {
  const image = new FakeImage();
  return { image, load: fateOf(loadImage(image as unknown as HTMLImageElement, source)) };
}

/** It comes and is decoded. */
async function arrive(image: FakeImage): Promise<void> {
  image.onload?.();
  image.decoded.resolve();
  await pass(0);
}

test('an image is loaded, checked and decoded', async () => {
  const { image, load } = loading();
  await pass(10);
  expect(load.is).toBe('waiting');
  image.onload?.();
  await pass(10);
  expect([load.is, proofs]).toEqual(['waiting', 1]);
  image.decoded.resolve();
  await pass(0);
  expect(load.is).toBe('done');
});

describe('an image fails after 5 s', () => {
  test('when it does not arrive', async () => {
    const { load } = loading();
    await pass(4_999);
    expect(load.is).toBe('waiting');
    await pass(1);
    expect(load.is).toBe('timeout: loading the image took over 5 s');
  });

  test('when the check does not end', async () => {
    vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined));
    const { image, load } = loading();
    await arrive(image);
    await pass(5_000);
    expect(load.is).toBe('timeout: checking the image took over 5 s');
  });

  test('when decoding does not end', async () => {
    const { image, load } = loading();
    image.onload?.();
    await pass(5_000);
    expect(load.is).toBe('timeout: decoding the image took over 5 s');
  });
});

describe('an image is refused', () => {
  test('when it is absent or no image', async () => {
    const { image, load } = loading();
    image.onerror?.();
    await pass(0);
    expect(load.is).toBe('decode: the image is absent, damaged or of an unknown kind');
  });

  test('when it is incomplete', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('cut off')));
    const { image, load } = loading();
    await arrive(image);
    expect(load.is).toBe('decode: the image is damaged or of an unknown kind');
  });

  test.each([
    [10_000, 8_000, 'done'],
    [10_000, 8_001, 'too-large: the image has 10000 × 8001 pixels'],
  ])('at %i × %i pixels: %s', async (width, height, fate) => {
    const { image, load } = loading();
    Object.assign(image, { naturalWidth: width, naturalHeight: height });
    await arrive(image);
    expect(load.is).toBe(fate);
  });
});

test('a source is checked once, because its address names its bytes', async () => {
  for (let times = 0; times < 3; times += 1) await arrive(loading('media/again.png').image);
  expect(proofs).toBe(1);
});

test('at most 5,000 sources are remembered', async () => {
  await arrive(loading('media/first.png').image);
  for (let other = 0; other < 5_000; other += 1) {
    const { image } = loading();
    image.onload?.();
    image.decoded.resolve();
  }
  await pass(0);
  const before = proofs;
  await arrive(loading('media/first.png').image);
  expect(proofs).toBe(before + 1);
});
