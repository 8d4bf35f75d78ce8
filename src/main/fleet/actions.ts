import { inEnglish, type Sentence } from '../../shared/languages/message.ts';
import { restarting } from '../supervise/asked-restart.ts';
import type { Asked } from './command-list.ts';
import type { Done } from './commands.ts';
import type { FleetPort } from './port.ts';

/** What commands come down to. */
export interface ActionNeeds {
  syncNow(): Promise<unknown>;
  rollback(): Promise<unknown>;
  overlay(visible: boolean): void;
  identify(kind: 'name' | 'test', seconds: number): { readonly screens: number };
  renewBrowser(): Promise<void>;
  updateNow(): Promise<{ readonly sentence: Sentence }>;
  updateHold(held: boolean): Promise<{ readonly sentence: Sentence }>;
  /** Ends the player, which is started again; null where nobody would do that. */
  readonly restart: (() => void) | null;
  /** Forgets what is kept of failed starts; what is given ends the player. Throws where it is not in safe mode. */
  leaveSafeMode(): () => void;
  logs(lines: number): Promise<readonly string[]>;
  doctor(): Promise<unknown>;
}

export function actionsWith(needs: ActionNeeds): FleetPort['act'] {
  return (asked) => act(asked, needs);
}

async function act(asked: Exclude<Asked, { readonly name: 'picture' }>, needs: ActionNeeds): Promise<Done> {
  switch (asked.name) {
    case 'sync':
      return { answer: await needs.syncNow() };
    case 'rollback':
      return { answer: await needs.rollback() };
    case 'overlay':
      needs.overlay(asked.args.visible);
      return {};
    case 'identify':
      return { answer: needs.identify(asked.args.test ? 'test' : 'name', asked.args.seconds) };
    case 'restart-browser':
      await needs.renewBrowser();
      return {};
    case 'restart-player':
      return { after: restarting(needs.restart) };
    case 'update-now':
      return { answer: inEnglish((await needs.updateNow()).sentence) };
    case 'update-hold':
      return { answer: inEnglish((await needs.updateHold(asked.args.held)).sentence) };
    case 'safe-mode-off':
      return { after: needs.leaveSafeMode() };
    case 'logs':
      return { answer: await needs.logs(asked.args.lines) };
    case 'doctor':
      return { answer: await needs.doctor() };
  }
}
