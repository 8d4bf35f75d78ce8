import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DemoCms } from '../../src/demo/cms.ts';
import { addPictures, picture } from './pictures.ts';
import type { PlayerParts, Rig } from './rig.ts';

/** One request for the bytes of a media file. */
export interface DownloadCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly mediaFileId: string;
  /** 1 for the first request for this file. */
  readonly attempt: number;
  readonly bytes: Buffer;
  /** The start of the requested range, or null. */
  readonly from: number | null;
}

/** Lets a fault answer downloads of the demo CMS. False: the demo CMS answers normally. */
export function onDownload(demo: DemoCms, fault: (call: DownloadCall) => boolean): void {
  const attempts = new Map<string, number>();
  demo.intercept = (request, response) => {
    const mediaFileId = /\/mediafile\/(\d+)\/download/.exec(request.url ?? '')?.[1];
    if (mediaFileId === undefined) return false;
    const attempt = (attempts.get(mediaFileId) ?? 0) + 1;
    attempts.set(mediaFileId, attempt);
    const stored = demo.content.bytes.get(Number(mediaFileId));
    const bytes = Buffer.from(stored && 'memory' in stored.from ? stored.from.memory : []);
    const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    return fault({ request, response, mediaFileId, attempt, bytes, from: range ? Number(range) : null });
  };
}

/** The demo CMS's entity tag for these bytes. */
export function etagOf(bytes: Uint8Array): string {
  return `"${hash(bytes).slice(0, 32)}"`;
}

/** The requests for this file so far. */
export function downloadsOf(demo: DemoCms, mediaFileId: string): DemoCms['requests'] {
  return demo.requests.filter(({ path }) => path.includes(`/mediafile/${mediaFileId}/download`));
}

export const bigSeed = 77;
export const bigBytes = 300_000;

export interface Show {
  readonly parts: PlayerParts;
  /** The edition before the fault. */
  readonly before: string;
  /** The media file of the update, of 300,000 bytes. */
  readonly added: string;
  /** Expects the last good edition to be active and complete. */
  stillPlays(): void;
  /** Expects the update to be active, with exactly the right bytes. */
  tookOver(): Promise<void>;
}

/** Two pictures play; then an editor adds a larger one, which must be downloaded. */
export async function showThenUpdate(rig: Rig, options: Parameters<Rig['open']>[0] = {}): Promise<Show> {
  const ids = addPictures(rig.demo.content, rig.demo.playlistId, 2);
  const parts = await rig.open(options);
  const { edition: before } = await parts.sync.once();
  if (before === null) throw new Error('the show did not begin');
  const [added = ''] = addPictures(rig.demo.content, rig.demo.playlistId, 1, bigBytes, bigSeed);
  const held = () => {
    const active = parts.store.active();
    return parts.store.holdings(active?.edition ?? expect.fail('nothing is active')).objects;
  };
  return {
    parts,
    before,
    added,
    stillPlays() {
      expect(parts.store.active()?.edition.id).toBe(before);
      expect([...held().keys()].sort()).toEqual([...ids].sort());
    },
    async tookOver() {
      expect(parts.store.active()?.edition.id).not.toBe(before);
      const sha256 = held().get(added)?.sha256 ?? '';
      const file = await readFile(join(parts.store.partsFolder, '..', 'objects', sha256.slice(0, 2), sha256));
      expect(hash(file)).toBe(hash(picture(bigSeed, bigBytes)));
    },
  };
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
