import type { Standby, ToScreen } from '../../shared/messages.ts';
import type { Programme, ScreenSettings } from '../../shared/programme.ts';

/** What every stage of a screen must know. It is kept for stages that load later, also while the screen has no window. */
export interface StageState {
  readonly programme: { readonly programme: Programme; readonly settings: ScreenSettings } | null;
  readonly standby: Standby | null;
  readonly overlay: boolean;
  readonly isBlack: boolean;
}

export const emptyStage: StageState = { programme: null, standby: null, overlay: false, isBlack: false };

/** In the order of sending: black comes first, so that nothing is seen before it. `turns`: how far rotations have come. */
export function stageMessages(
  { programme, standby, overlay, isBlack }: StageState,
  turns: NonNullable<Programme['turns']>,
): readonly ToScreen[] {
  const messages: ToScreen[] = [];
  if (isBlack) messages.push({ type: 'black', isBlack });
  if (standby) messages.push({ type: 'standby', standby });
  if (programme)
    messages.push({
      type: 'programme',
      programme: turns.length === 0 ? programme.programme : { ...programme.programme, turns },
      settings: programme.settings,
    });
  if (overlay) messages.push({ type: 'overlay', visible: true });
  return messages;
}
