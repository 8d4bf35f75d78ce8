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
  /** Where the range that was asked for begins, or null. */
  readonly from: number | null;
}

/** Lets a fault answer downloads on the demo CMS. False: the demo CMS answers as a good server does. */
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

/** The entity tag that the demo CMS gives these bytes. */
export function etagOf(bytes: Uint8Array): string {
  return `"${hash(bytes).slice(0, 32)}"`;
}

/** The requests for this file so far, as the server saw them. */
export function downloadsOf(demo: DemoCms, mediaFileId: string): DemoCms['requests'] {
  return demo.requests.filter(({ path }) => path.includes(`/mediafile/${mediaFileId}/download`));
}

export const bigSeed = 77;
export const bigBytes = 300_000;

export interface Show {
  readonly parts: PlayerParts;
  /** The edition that played before the fault. */
  readonly before: string;
  /** The media file that the update brings, of 300,000 bytes. */
  readonly added: string;
  /** The last good edition is the active one, and all that it shows is here. */
  stillPlays(): void;
  /** The update is active, and its new item has exactly the right bytes. */
  tookOver(): Promise<void>;
}

/** Two pictures play; then an editor adds a larger one, which is still to be fetched. */
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
