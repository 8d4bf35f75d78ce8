import { askPlayer } from '../admin/client.ts';
import { VitrineError } from '../errors.ts';
import type { Status } from '../report/status.ts';
import type { Command } from './command.ts';

export const statusCommand: Command = {
  name: 'status',
  summary: 'What the running player shows, and how it is doing.',
  usage: '[--json]',
  options: {},
  async run({ config, json, out }) {
    const status = (await askPlayer(config.dataDir, 'GET', '/api/status')) as Status | null;
    if (status === null) {
      throw new VitrineError('permanent', 'not-running', `No player runs on ${config.dataDir}.`, {
        remedy: 'Start it with vitrine run.',
      });
    }
    out(json ? `${JSON.stringify(status, null, 2)}\n` : statusText(status));
    return 0;
  },
};

function statusText(status: Status): string {
  const playing = status.nowPlaying;
  const edition = status.edition;
  const rows: [string, string][] = [
    ['version', `${status.version}, on ${status.host}, since ${status.startedAt}`],
    [
      'playing',
      playing
        ? `${playing.kind} ${playing.mediaFileId} (entry ${playing.entryId}) since ${playing.startedAt}`
        : 'nothing',
    ],
    [
      'edition',
      edition
        ? `${edition.id.slice(0, 12)}, active since ${edition.activatedAt ?? '–'}${edition.complete ? '' : `, waits for ${edition.missing.length} items`}`
        : 'none yet',
    ],
    ['sync', `${status.sync.state}, last success ${status.sync.lastSuccessAt ?? 'never'}`],
    ['downloads', `${status.downloads.active} active, ${status.downloads.queued} waiting`],
    [
      'storage',
      `${status.storage.objects} objects, ${megabytes(status.storage.bytes)} used, ${megabytes(status.storage.freeBytes)} free`,
    ],
    ...status.screens.map((screen): [string, string] => [
      `screen ${screen.id}`,
      `${screen.alive ? 'painting' : 'NOT painting'}, last frame ${screen.lastFrameAt ?? 'never'}, ${screen.restarts} restarts`,
    ]),
    ...(status.sync.lastError ? [['error', status.sync.lastError.message] as [string, string]] : []),
    ...status.warnings.map((warning): [string, string] => ['warning', warning]),
  ];
  return rows.map(([name, value]) => `${name.padEnd(10)} ${value}\n`).join('');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
