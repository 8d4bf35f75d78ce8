import { expect, onTestFinished } from 'vitest';
import type { DemoCmsOptions } from '../../src/demo/cms.ts';
import type { CmsApi } from '../../src/main/cms/api.ts';
import type { CmsNeeds } from '../../src/main/cms/client.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { addPictures } from '../support/pictures.ts';
import { type PlayerOptions, type PlayerParts, type Rig, startRig } from '../support/rig.ts';
import { client, quick } from './support.ts';

export interface Show {
  readonly rig: Rig;
  readonly parts: PlayerParts;
  /** A sync cycle that must fail with this code and leave the active edition complete. */
  refused(code: string | RegExp, parts?: PlayerParts): Promise<VitrineError>;
  stillPlays(parts?: PlayerParts): void;
  /** Another start on the same data folder, with its own client. */
  restart(cms: Partial<CmsNeeds>, options?: Partial<PlayerOptions>): Promise<PlayerParts>;
}

/** A player with an active edition of three pictures. */
export async function show(options: DemoCmsOptions = {}): Promise<Show> {
  const rig = await startRig(options);
  onTestFinished(() => rig[Symbol.asyncDispose]());
  addPictures(rig.demo.content, rig.demo.playlistId, 3);
  const parts = await rig.open();
  expect(await parts.sync.once()).toMatchObject({ downloaded: 3, failed: [] });
  const active = parts.store.active();
  const stillPlays = (of: PlayerParts = parts): void => {
    expect(of.store.active()?.edition.id).toBe(active?.edition.id);
    expect(of.store.active()?.complete).toBe(true);
    expect(of.store.holdings(active?.edition ?? expect.fail()).objects.size).toBe(3);
  };
  stillPlays();
  return {
    rig,
    parts,
    stillPlays,
    async refused(code, of = parts) {
      const error = await of.sync.once().then(
        () => new Error('the cycle went well'),
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(VitrineError);
      const failure = error as VitrineError;
      expect(failure.code).toMatch(code);
      expect(of.sync.status().lastError?.code).toMatch(code);
      stillPlays(of);
      return failure;
    },
    async restart(cms, more = {}) {
      await parts.close();
      return rig.open({ ...more, wrapCms: () => own(rig, cms) });
    },
  };
}

function own(rig: Rig, options: Partial<CmsNeeds>): CmsApi {
  const {
    credentials = { current: async () => rig.demo.token, refresh: async () => false, secrets: () => [] },
  } = options;
  return client(options.baseUrl ?? rig.demo.baseUrl, {
    ...options,
    credentials,
    limits: { ...quick, ...options.limits },
  }).cms;
}
