import { VitrineError } from '../errors.ts';
import type { Asked } from './command-list.ts';
import type { Done } from './commands.ts';
import type { FleetPort } from './port.ts';

/** What commands come down to. */
export interface ActionNeeds {
  syncNow(): Promise<unknown>;
  rollback(): Promise<unknown>;
  overlay(visible: boolean): void;
  renewBrowser(): Promise<void>;
  updateNow(): Promise<{ readonly sentence: string }>;
  updateHold(held: boolean): Promise<{ readonly sentence: string }>;
  /** Ends the player, which is started again; null where nobody would do that. */
  readonly restart: (() => void) | null;
  /** What is kept of failed starts is forgotten; false: it is not in safe mode. */
  leaveSafeMode(): boolean;
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
    case 'restart-browser':
      await needs.renewBrowser();
      return {};
    case 'restart-player':
      return { after: restarting(needs) };
    case 'update-now':
      return { answer: (await needs.updateNow()).sentence };
    case 'update-hold':
      return { answer: (await needs.updateHold(asked.args.held)).sentence };
    case 'safe-mode-off': {
      const after = restarting(needs);
      if (!needs.leaveSafeMode())
        throw new VitrineError('permanent', 'not-in-safe-mode', 'It is not in safe mode.');
      return { after };
    }
    case 'logs':
      return { answer: await needs.logs(asked.args.lines) };
    case 'doctor':
      return { answer: await needs.doctor() };
  }
}

function restarting({ restart }: Pick<ActionNeeds, 'restart'>): () => void {
  if (restart) return restart;
  throw new VitrineError('permanent', 'not-supervised', 'Nobody would start this player again.', {
    remedy: 'Run it as a service, or set VITRINE_SUPERVISED=1 where somebody does.',
  });
}
