import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HeldObject } from '../../../src/main/edition/holdings.ts';
import { makeCue } from '../../../src/main/schedule/cue.ts';
import type { Cue } from '../../../src/shared/programme.ts';
import { openStage } from '../../../test/renderer/harness.ts';
import { looping, programmeMessage } from '../../../test/renderer/programmes.ts';
import { entry, mediaFile } from '../../../test/support/records.ts';

/** The outcome of a file on our own stage: null if it was shown, else the reason. */
export type Outcome = string | null;

export interface Staged {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly held: HeldObject;
}

const pictureSeconds = 0.15;
const mostMs = 200_000;

/** Shows files in turn on the built stage, and returns the outcome of each. */
export async function showAll(
  files: readonly Staged[],
): Promise<{ readonly outcomes: ReadonlyMap<string, Outcome>; readonly undecodable: ReadonlySet<string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-corpus-'));
  await mkdir(folder, { recursive: true });
  for (const { bytes, held } of files)
    await writeFile(join(folder, `${held.sha256}.${held.extension}`), bytes);
  const stage = await openStage({ media: folder, width: 320, height: 180, flags: ['--mute-audio'] });
  try {
    const streams = [...new Set(files.map(({ held }) => held.mimeType))].filter((type) =>
      /codecs|jxl/.test(type),
    );
    await stage.send(programmeMessage(looping('asked', [], { streams })));
    const { decodes } = await stage.heard('streams', (message) => Object.keys(message.decodes).length > 0);
    const undecodable = new Set(Object.keys(decodes).filter((type) => !decodes[type]));
    const played = files.filter(({ held }) => !undecodable.has(held.mimeType));
    await stage.send(programmeMessage(looping('corpus', played.map(cueOf))));
    const outcomes = new Map<string, Outcome>();
    const until = Date.now() + mostMs;
    for (let heard = 0; outcomes.size < played.length && Date.now() < until; ) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      for (const message of stage.messages.slice(heard)) {
        if (message.type === 'failed' || message.type === 'ended')
          outcomes.set(message.cueId, outcomes.get(message.cueId) ?? message.reason);
      }
      heard = stage.messages.length;
    }
    return { outcomes, undecodable };
  } finally {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function cueOf({ id, held }: Staged): Cue {
  const duration = held.kind === 'video' || held.kind === 'audio' ? 0 : pictureSeconds;
  const record = entry(id, { duration, mediaFileId: id });
  const cut = { kind: 'cut', durationMs: 0 } as const;
  const compiled = { record } as Parameters<typeof makeCue>[0];
  return { ...makeCue(compiled, mediaFile(id, { kind: held.kind }), [id], { held, usable: true }, cut), id };
}
