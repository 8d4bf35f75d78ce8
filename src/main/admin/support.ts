import { setImmediate } from 'node:timers/promises';
import { readable } from '../../shared/languages/message.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { asVitrineError } from '../ground/errors.ts';
import type { Finding } from '../ground/finding.ts';
import { inTime } from '../ground/in-time.ts';
import { type ZippedFile, zipped } from '../ground/zip.ts';
import { healthHistory } from '../report/health-history.ts';
import { logLines } from './log-lines.ts';
import type { AdminPort } from './port.ts';
import { tooLong } from './shared.ts';
import { withoutSecrets } from './without-secrets.ts';

interface SupportNeeds {
  readonly player: AdminPort;
  readonly dataDir: string;
  readonly now: number;
  readonly clock?: Clock;
  doctor(): Promise<readonly Finding[]>;
}

export interface SupportBundle {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contents: readonly string[];
}

const mostLines = 5_000;
const linesAtOnce = 100;
const mostHealth = 2_000;
/** Support is needed most where a disk hangs: what waits for it is left out. */
const longestPartMs = 45_000;

/** A zip for remote support. A part that is unavailable contains the reason instead. */
export async function supportBundle({
  player,
  dataDir,
  now,
  clock = systemClock,
  doctor,
}: SupportNeeds): Promise<SupportBundle> {
  const at = new Date(now);
  const status = await player.status().catch(() => null);
  const texts: readonly (readonly [name: string, make: () => Promise<unknown>])[] = [
    ['status.json', async () => status],
    ['health.json', async () => player.health()],
    ['health-history.json', async () => healthHistory(await player.healthLog(mostHealth))],
    ['configuration.json', async () => player.configuration()],
    ['today.json', () => player.day(null, null)],
    ['files.json', () => player.files()],
    ['shown.json', () => player.shown(14)],
    ['doctor.json', doctor],
  ];
  const secrets = player.secrets();
  const limited = <Part>(part: Promise<Part>): Promise<Part> =>
    inTime(clock, longestPartMs, part, () => tooLong(longestPartMs));
  // All at once, so that several which hang take no longer than one.
  const parts = texts.map(async ([name, make]) => {
    const missing = (thrown: unknown) => ({ missing: asVitrineError(thrown).message });
    return { name, content: await limited(make()).catch(missing) };
  });
  const files: ZippedFile[] = [];
  for (const part of parts) {
    const { name, content } = await part;
    files.push(asText(name, JSON.stringify(withoutSecrets(readable(content), secrets), null, 2)));
  }
  const wanted = { level: 'debug', text: '', limit: mostLines } as const;
  const lines = await limited(logLines(dataDir, wanted)).catch(() => []);
  const logTexts: string[] = [];
  for (const line of lines.toReversed()) {
    // This thread serves media too: yield between batches.
    if (logTexts.length % linesAtOnce === 0) await setImmediate();
    logTexts.push(JSON.stringify(withoutSecrets(line, secrets)));
  }
  files.push(asText('log.jsonl', logTexts.join('\n')));
  for (const { id } of status?.screens ?? []) {
    const picture = await limited(player.picture(id, 'whole')).catch(() => null);
    const kind = picture?.mimeType === 'image/jpeg' ? 'jpg' : 'png';
    if (picture) files.push({ name: `screen-${id.replace(/[^\w-]/g, '_')}.${kind}`, bytes: picture.bytes });
  }
  const contents = files.map(({ name }) => name);
  return {
    name: `vitrine-support-${at.toISOString().slice(0, 16).replaceAll(':', '')}Z.zip`,
    bytes: zipped([asText('READ-ME.txt', readMe(contents, at)), ...files], at),
    contents,
  };
}

function readMe(contents: readonly string[], at: Date): string {
  return [
    `Vitrine, ${at.toISOString()}: what somebody who helps has to know of this player.`,
    '',
    ...contents.map((name) => `- ${name}`),
    '',
    'Tokens, passwords and keys are taken out of it. Names of media, addresses of the CMS and of web pages, and what was on',
    'the screens are in it: give it to people who may see these.',
    '',
  ].join('\n');
}

function asText(name: string, text: string): ZippedFile {
  return { name, bytes: Buffer.from(text) };
}
