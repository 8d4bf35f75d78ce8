import { type Message, message } from '../../../shared/languages/message.ts';
import { VitrineError } from '../../ground/errors.ts';
import type { Action, Button, Done } from './action.ts';
import type { ActionPort, Facts, MainFacts, Requester, StatusFacts } from './port.ts';
import { actionTable, readArgs, type Table } from './table.ts';

interface ActionsNeeds {
  readonly player: ActionPort;
  facts(): MainFacts;
  readonly table?: Table;
}

/** A button as a page shows it. */
export interface Offer extends Pick<Button, 'key' | 'label' | 'ask' | 'done'> {
  readonly name: string;
  readonly args: unknown;
  readonly group: Action['group'];
  /** Why it is disabled. */
  readonly cannot: Message | null;
}

/** What a fleet hears of its buttons, by their keys. */
export interface ButtonStates {
  readonly cannot: Readonly<Record<string, Message>>;
  /** There is nothing to do for them. */
  readonly already: readonly string[];
}

/** The actions of this player: which can work now, and doing them. */
export class Actions {
  readonly #needs: ActionsNeeds;

  constructor(needs: ActionsNeeds) {
    this.#needs = needs;
  }

  get table(): Table {
    return this.#needs.table ?? actionTable();
  }

  async run(name: string, given: unknown, by: Requester): Promise<Done> {
    const action = this.table.get(name);
    if (action === undefined) throw new VitrineError('usage', message('not-found'));
    const read = readArgs(action, given, by.kind === 'terminal');
    if ('what' in read) throw new VitrineError('usage', message('wrong-usage.action', { name, ...read }));
    return action.run(this.#needs.player, read.args, by);
  }

  /** For a page: without what is so already. */
  offers(status: StatusFacts): readonly Offer[] {
    const facts = { ...status, ...this.#needs.facts() };
    return [...this.table.values()]
      .filter(({ reads }) => !reads)
      .flatMap((action) =>
        statesOf(action, facts).flatMap(({ button: { args = {}, isSo: _, ...button }, cannot, isSo }) =>
          isSo ? [] : [{ ...button, name: action.name, args, group: action.group, cannot }],
        ),
      );
  }

  states(status: StatusFacts): ButtonStates {
    const facts = { ...status, ...this.#needs.facts() };
    const all = [...this.table.values()].flatMap((action) => statesOf(action, facts));
    return {
      cannot: Object.fromEntries(
        all.flatMap(({ button: { key }, cannot }) => (cannot === null ? [] : [[key, cannot] as const])),
      ),
      already: all.filter(({ isSo }) => isSo).map(({ button: { key } }) => key),
    };
  }
}

function statesOf(action: Action, facts: Facts) {
  const cannot = action.cannot?.(facts) ?? null;
  return action.buttons.map((button) => ({ button, cannot, isSo: button.isSo?.(facts) ?? false }));
}
