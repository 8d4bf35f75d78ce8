// Memory of the whole browser over many transitions between videos, images and pages.
// Usage: npm run bench -- stage --memory 2000
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cue } from '../../../src/shared/programme.ts';
import { descendants } from '../../../test/host/chromium/processes.ts';
import { openStage, portOf } from '../../../test/renderer/harness.ts';
import { cue, image, looping, page, programmeMessage, video } from '../../../test/renderer/programmes.ts';
import { proportionalMemory } from '../../support/process-tree.ts';
import { codedPage, makeCodedClip, makeCodedImage } from './media.ts';

const eachMs = 450;

export async function measureMemory(transitions: number): Promise<void> {
  const media = await mkdtemp(join(tmpdir(), 'vitrine-memory-'));
  const web = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(codedPage(Number(request.url?.slice(1))));
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const cues: Cue[] = [];
  for (let id = 0; id < 12; id += 3) {
    const fade = { transition: { kind: id % 2 === 0 ? 'cut' : 'fade', durationMs: 150 } } as const;
    const clip = await makeCodedClip(media, id, 60);
    const picture = await makeCodedImage(media, id + 1);
    cues.push(cue(`v${id}`, video(clip), eachMs, fade));
    cues.push(cue(`i${id}`, image(picture), eachMs, fade));
    cues.push(cue(`p${id}`, page(`http://127.0.0.1:${portOf(web)}/${id + 2}`), eachMs, fade));
  }
  const stage = await openStage({ media });
  const points: { readonly shown: number; readonly bytes: number }[] = [];
  try {
    await stage.send(programmeMessage(looping('memory', cues)));
    const shown = (): number => stage.messages.filter(({ type }) => type === 'started').length;
    while (shown() < transitions) {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      const bytes = treeMemory(join(stage.folder, 'profile'));
      points.push({ shown: shown(), bytes });
      if (points.length % 6 === 0) console.log(`${shown()} transitions: ${megabytes(bytes)} MB`);
    }
    const kinds = (['started', 'ended', 'failed'] as const).map(
      (type) => `${type} ${stage.messages.filter((message) => message.type === type).length}`,
    );
    console.log(kinds.join(' · '));
  } finally {
    await stage.close();
    web.closeAllConnections();
    web.close();
    await rm(media, { recursive: true, force: true });
  }
  const warm = points.filter(({ shown }) => shown >= transitions / 2);
  const rise = (slope(warm) * 1000) / 1e6;
  console.log(
    `slope ${rise < 0 ? '' : '+'}${rise.toFixed(1)} MB per 1,000 transitions ` +
      `(least squares over ${warm.length} readings of the whole tree's PSS, every 5 s, after the first half); ` +
      `first ${megabytes(warm[0]?.bytes ?? 0)} MB, last ${megabytes(warm.at(-1)?.bytes ?? 0)} MB`,
  );
}

/** Proportional memory of the browser that uses this profile and of all its descendants. */
function treeMemory(profile: string): number {
  const browser = descendants().find(
    ({ command }) =>
      command.some((part) => part.includes(`--user-data-dir=${profile}`)) &&
      !command.some((part) => part.includes('--type=')),
  );
  return browser ? proportionalMemory(browser.pid) : 0;
}

function slope(points: readonly { readonly shown: number; readonly bytes: number }[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length;
  const [x, y] = [mean(points.map(({ shown }) => shown)), mean(points.map(({ bytes }) => bytes))];
  const above = points.reduce((sum, one) => sum + (one.shown - x) * (one.bytes - y), 0);
  return above / points.reduce((sum, one) => sum + (one.shown - x) ** 2, 0);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
