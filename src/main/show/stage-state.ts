import type { Standby, ToScreen } from '../../shared/messages.ts';

/** What every stage of a screen must know. It is kept for stages that load later, also while the screen has no window. */
export interface StageState {
  readonly standby: Standby | null;
  readonly overlay: boolean;
  readonly isBlack: boolean;
}

export const emptyStage: StageState = { standby: null, overlay: false, isBlack: false };

/** In the order of sending: black comes first, so that nothing is seen before it. */
export function stageMessages(
  { standby, overlay, isBlack }: StageState,
  programmes: readonly ToScreen[],
): readonly ToScreen[] {
  const messages: ToScreen[] = [];
  if (isBlack) messages.push({ type: 'black', isBlack });
  if (standby) messages.push({ type: 'standby', standby });
  messages.push(...programmes);
  if (overlay) messages.push({ type: 'overlay', visible: true });
  return messages;
}
