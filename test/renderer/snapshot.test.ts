import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lastSnapshot } from '../../src/renderer/slots/snapshot.ts';
import { placeSurface } from '../../src/renderer/surface.ts';
import { defaultScreenSettings, type ScreenSettings } from '../../src/shared/programme.ts';
import { enterDocument, FakeElement, FakeImage, leaveDocument, pass } from './fake-document.ts';
import { fateOf } from './slot-needs.ts';

beforeEach(() => {
  enterDocument();
  vi.stubGlobal('crypto', { subtle: { digest: async () => Uint8Array.from([0, 15, 255]).buffer } });
});
afterEach(leaveDocument);

/** The picture that is asked for, and what becomes of that. */
function taking(settings: Partial<ScreenSettings> = {}): {
  readonly image: FakeImage;
  readonly taken: ReturnType<typeof lastSnapshot>;
} {
  const taken = lastSnapshot('http://shop.test/', { ...defaultScreenSettings, ...settings });
  return { image: FakeImage.last, taken };
}

test('a snapshot is fetched by the hash of the address', async () => {
  const { image, taken } = taking();
  image.decoded.resolve();
  expect(await taken).toBe(image);
  expect(image.src).toBe('snapshots/000fff.png');
});

test('a snapshot is null when it is missing or takes 3 s', async () => {
  const absent = taking();
  absent.image.decoded.reject(new DOMException('absent'));
  expect(await absent.taken).toBeNull();
  const { taken } = taking();
  const fate = fateOf(taken);
  await pass(2_999);
  expect(fate.is).toBe('waiting');
  await pass(1);
  expect(await taken).toBeNull();
});

describe('a snapshot covers the display exactly', () => {
  /** Where the middle of the picture comes to lie on the display, through the surface that it is in. */
  function middle(image: FakeImage, settings: Partial<ScreenSettings>): readonly number[] {
    const all = { ...defaultScreenSettings, ...settings };
    const surface = new FakeElement('main');
    vi.stubGlobal('document', { body: new FakeElement('body') });
    placeSurface(surface as unknown as HTMLElement, all);
    const number = (text: string | undefined): number => Number.parseFloat(text ?? '');
    const offset = (edge: string | undefined): number => number(/\+ (-?[\d.e-]+)px/.exec(edge ?? '')?.[1]);
    const [width, height] = [number(image.style.width), number(image.style.height)];
    const [x, y] = [offset(image.style.left) + width / 2, offset(image.style.top) + height / 2];
    const turn = (all.rotation * Math.PI) / 180;
    const centre = [
      number(surface.style.left) + number(surface.style.width) / 2,
      number(surface.style.top) + number(surface.style.height) / 2,
    ] as const;
    return [
      centre[0] + all.scale * (x * Math.cos(turn) - y * Math.sin(turn)),
      centre[1] + all.scale * (x * Math.sin(turn) + y * Math.cos(turn)),
    ].map((one) => Math.round(one));
  }

  test.each([
    ['as it is', {}],
    ['turned', { rotation: 90 }],
    ['in a corner', { region: { left: 100, top: 50, width: 400, height: 300 } }],
    [
      'in a corner, turned and larger',
      { rotation: 270, scale: 2, region: { left: 900, top: 10, width: 300, height: 600 } },
    ],
  ] as const)('with a surface %s', async (_, settings) => {
    const { image, taken } = taking(settings);
    image.decoded.resolve();
    await taken;
    expect(middle(image, settings)).toEqual([640, 360]);
    const { rotation = 0, scale = 1 } = settings as Partial<ScreenSettings>;
    expect(image.style).toMatchObject({ rotate: `${-rotation}deg`, scale: `${1 / scale}`, width: '1280px' });
  });
});

describe('the surface', () => {
  function placed(settings: Partial<ScreenSettings>): Record<string, string> {
    const surface = new FakeElement('main');
    const body = new FakeElement('body');
    vi.stubGlobal('document', { body });
    placeSurface(surface as unknown as HTMLElement, { ...defaultScreenSettings, ...settings });
    return { ...surface.style, behind: body.style.backgroundColor ?? '' };
  }

  test('fills the display', () => {
    expect(placed({ background: '#123456' })).toEqual({
      width: '1280px',
      height: '720px',
      left: '0px',
      top: '0px',
      rotate: 'none',
      scale: 'none',
      behind: '#123456',
    });
    expect(placed({ background: 'blur' }).behind).toBe('#000000');
  });

  test('swaps width and height at a quarter turn', () => {
    const across = { width: '720px', height: '1280px', left: '280px', top: '-280px' };
    expect(placed({ rotation: 90 })).toMatchObject({ ...across, rotate: '90deg' });
    expect(placed({ rotation: 270 })).toMatchObject(across);
    expect(placed({ rotation: 180 })).toMatchObject({ width: '1280px', rotate: '180deg' });
  });

  test('fills its region, given in display pixels', () => {
    Object.assign(window, { devicePixelRatio: 2 });
    expect(placed({ region: { left: 200, top: 100, width: 800, height: 600 }, scale: 0.5 })).toMatchObject({
      left: '100px',
      top: '50px',
      width: '400px',
      height: '300px',
      scale: '0.5',
    });
  });
});
