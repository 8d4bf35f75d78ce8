import { expect, test } from 'vitest';
import type { CdpEvent } from '../../../src/main/host/chromium/cdp.ts';
import { VideoDecoders } from '../../../src/main/host/chromium/video-decoders.ts';

const found: [string, string, boolean][] = [];
const page = { id: 'page', send: () => Promise.reject(new Error('Nothing is sent.')), post: () => undefined };
const decoders = () => {
  found.length = 0;
  return new VideoDecoders(page, (address, { name, isHardware }) => found.push([address, name, isHardware]));
};

const events = (playerId: string, ...values: string[]): CdpEvent => ({
  method: 'Media.playerEventsAdded',
  params: { playerId, events: values.map((value) => ({ timestamp: 1, value })) },
  sessionId: 'page',
});
const load = (playerId: string, url: string) => events(playerId, JSON.stringify({ event: 'kLoad', url }));
const properties = (
  playerId: string,
  values: Readonly<Record<string, string>>,
  sessionId = 'page',
): CdpEvent => ({
  method: 'Media.playerPropertiesChanged',
  params: { playerId, properties: Object.entries(values).map(([name, value]) => ({ name, value })) },
  sessionId,
});

test('a decoder is known when both its file and its name are, in any order', () => {
  const one = decoders();
  one.handle(load('p', 'media/a.mp4'));
  one.handle(properties('q', { kVideoDecoderName: 'VaapiVideoDecoder', kIsPlatformVideoDecoder: 'true' }));
  expect(found).toEqual([]);
  one.handle(load('q', 'media/b.mp4'));
  one.handle(properties('p', { kVideoDecoderName: 'Dav1dVideoDecoder', kIsPlatformVideoDecoder: 'false' }));
  expect(found).toEqual([
    ['media/b.mp4', 'VaapiVideoDecoder', true],
    ['media/a.mp4', 'Dav1dVideoDecoder', false],
  ]);
});

test('a decoder that gives up is followed by the next one', () => {
  const one = decoders();
  one.handle(load('p', 'media/a.mp4'));
  one.handle(properties('p', { kVideoDecoderName: 'V4L2VideoDecoder', kIsPlatformVideoDecoder: 'true' }));
  one.handle(properties('p', { kVideoDecoderName: 'FFmpegVideoDecoder', kIsPlatformVideoDecoder: 'false' }));
  expect(found.at(-1)).toEqual(['media/a.mp4', 'FFmpegVideoDecoder', false]);
});

test('videos of web pages and unreadable events are ignored', () => {
  const one = decoders();
  one.handle(events('p', 'kLoad {', '{"event":"kLoad"}', '{"event":"kEnded"}'));
  one.handle({ ...load('p', 'media/a.mp4'), sessionId: 'frame' });
  one.handle(properties('p', { kVideoDecoderName: 'VpxVideoDecoder' }, 'frame'));
  one.handle(properties('p', { kVideoDecoderName: 'VpxVideoDecoder' }));
  expect(found).toEqual([]);
});

test('the number of kept players is limited', () => {
  const one = decoders();
  one.handle(load('first', 'media/a.mp4'));
  for (let player = 0; player < 50; player += 1) one.handle(load(`p${player}`, 'media/b.mp4'));
  one.handle(properties('first', { kVideoDecoderName: 'VpxVideoDecoder' }));
  expect(found).toEqual([]);
});
