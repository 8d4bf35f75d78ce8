import { inEnglish, message } from '../../shared/languages/message.ts';
import { askPlayer } from '../admin/client.ts';
import { openStages } from '../engine/stages.ts';
import { systemClock } from '../ground/clock.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import { createLog } from '../ground/log.ts';
import { humanSize } from '../ground/size.ts';
import { emptinessInWords } from '../schedule/emptiness.ts';
import type { SyncReport } from '../sync/report.ts';
import { answer } from './answer.ts';
import { wrongUsage } from './arguments.ts';
import type { Command, Invocation } from './command.ts';
import { withStore } from './stored.ts';
import { table } from './text/table.ts';

export const command: Command = {
  name: 'sync',
  summary: 'Syncs once with the CMS: fetch, download, verify, activate.',
  usage: '--once [--json]',
  options: { once: { type: 'boolean' } },
  details: `
--once  one cycle with three attempts per file, then a report. If a player is running, that player does it. Exit code 0 when
        the CMS answered and content is active, even if single items failed; otherwise 1.`,
  async run(invocation) {
    if (invocation.values.once !== true) {
      throw wrongUsage(message('wrong-usage.sync'));
    }
    const report = (await byRunningPlayer(invocation)) ?? (await here(invocation));
    await answer(invocation, report, (columns) => text(report, columns));
    if (report.edition === null) {
      throw new VitrineError('permanent', message('nothing-active'));
    }
    await sayWhatIsEmpty(invocation);
    return 0;
  },
};

async function sayWhatIsEmpty(invocation: Invocation): Promise<void> {
  const edition = await withStore(invocation, (store) => store.show()?.edition).catch((error: unknown) => {
    // A user who may request a sync from the running player may lack access to its data folder.
    if (isForbidden(error)) return undefined;
    throw error;
  });
  for (const empty of edition ? emptinessInWords(edition) : []) invocation.progress(`${inEnglish(empty)}\n`);
}

function isForbidden(error: unknown): boolean {
  return ['EACCES', 'disk-refused'].includes(systemCode(error) ?? '');
}

/** A cycle may take as long as its downloads. */
const longestCycleMs = 24 * 3600 * 1000;

async function byRunningPlayer({ config }: Invocation): Promise<SyncReport | null> {
  return (await askPlayer(config.dataDir, 'POST', '/api/actions/sync', longestCycleMs)) as SyncReport | null;
}

async function here({ config, log, progress, isTerminal, json, signal }: Invocation): Promise<SyncReport> {
  const stages = await openStages({
    config,
    clock: systemClock,
    // The command prints errors in its last line.
    log: createLog((line) => !['sync', 'cms', 'store'].includes(line.from) && log.relay(line)),
    syncEvents: {
      statusChanged: ({ downloads }) => {
        if (!isTerminal || json) return;
        const rate = (downloads.bytesPerSecond / 1e6).toFixed(1);
        progress(`\r\x1b[K${downloads.active + downloads.queued} to download, ${rate} MB/s`);
      },
    },
  });
  const stop = (): void => void stages.sync?.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { state } = stages.store.health();
    if (state === 'read-only' || state === 'failing') {
      throw new VitrineError('permanent', message('data-folder-unusable', { folder: config.dataDir }));
    }
    return await stages.requireSync().once();
  } finally {
    signal.removeEventListener('abort', stop);
    await stages.close();
    // Only at the end: until then progress is printed.
    if (isTerminal && !json) progress('\r\x1b[K');
  }
}

/** One line for each failed file, and a summary in the last line. */
function text(
  { edition, changed, downloaded, reused, failed, bytes, ms }: SyncReport,
  columns: number,
): string {
  const rows = failed.map(({ mediaFileId, code, message }) => [mediaFileId, inEnglish(message), code]);
  const failures =
    rows.length === 0
      ? ''
      : `Failed:\n${table(['id', 'why', 'code'], rows, { columns, longestCell: 110 })}\n`;
  const which =
    edition === null
      ? 'There is no content'
      : `Content version ${edition.slice(0, 12)} is ${changed ? 'new' : 'unchanged'}`;
  return `${failures}${which}: ${downloaded} downloaded (${humanSize(bytes)}), ${reused} reused, ${failed.length} failed, in ${(ms / 1000).toFixed(1)} s.\n`;
}
