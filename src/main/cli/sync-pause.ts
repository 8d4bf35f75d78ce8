import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';

export const syncPauseCommand: Command = {
  name: 'sync pause',
  summary: 'Holds the downloads of the running player, and its looks at the CMS.',
  usage: '[--json]',
  options: {},
  details: `
The show goes on with what is here. What is under way breaks off and goes on from there after vitrine sync resume;
a restart of the player ends the pause too.`,
  async run({ config, json, out }) {
    await askRunningPlayer(config.dataDir, 'POST', '/api/sync/pause');
    out(json ? `${JSON.stringify({ sync: 'paused' })}\n` : 'Sync is paused until vitrine sync resume.\n');
    return 0;
  },
};

export const syncResumeCommand: Command = {
  name: 'sync resume',
  summary: 'Ends such a pause: looks at the CMS at once, and goes on with the downloads.',
  usage: '[--json]',
  options: {},
  async run({ config, json, out }) {
    await askRunningPlayer(config.dataDir, 'POST', '/api/sync/resume');
    out(json ? `${JSON.stringify({ sync: 'resumed' })}\n` : 'Sync goes on.\n');
    return 0;
  },
};
