import { message } from '../../../shared/languages/message.ts';
import { topicsOf } from '../../fleet/topics.ts';
import { VitrineError } from '../../ground/errors.ts';
import { answer } from '../answer.ts';
import { firstWord } from '../arguments.ts';
import type { Command } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { seeFleet } from './seen.ts';
import { unknownPlayer } from './show.ts';

export const command: Command = {
  name: 'fleet forget',
  summary: 'Removes a decommissioned player from the broker, and so from lists and pages.',
  usage: 'PLAYER [--yes] [--json]',
  options: yesOption,
  positionals: { least: 1, most: 1 },
  details: `
Switch the player off and remove its user at the broker first: a player that is online is not removed, and would come back.`,
  async run(invocation) {
    const device = firstWord(invocation, 'player');
    const { console, screens } = await seeFleet(invocation);
    try {
      const screen = screens.all.find((one) => one.device === device);
      if (!screen) throw unknownPlayer(device);
      if (screen.online === true) throw new VitrineError('permanent', message('player-online', { device }));
      await confirm(invocation, () => `Remove ${device} from the fleet?`);
      const { online, session, about, state, desired } = topicsOf(invocation.config.fleet.name, device, []);
      // The broker drops what it keeps on a topic when it receives an empty message.
      for (const topic of [online, session, about, state, desired])
        await console.publish({ topic, payload: '', isKept: true });
      await console.settled();
    } finally {
      await console.close();
    }
    await answer(invocation, { device }, `${device} is removed.\n`);
    return 0;
  },
};
