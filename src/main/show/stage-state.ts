import type { StageInterrupt } from '../../shared/interrupts.ts';
import type { Standby, ToScreen } from '../../shared/messages.ts';
import type { ServiceShown } from '../../shared/service.ts';

/** What every stage of a screen must know. It is kept for stages that load later, also while the screen has no window. */
export interface StageState {
  readonly standby: Standby | null;
  readonly overlay: boolean;
  readonly isBlack: boolean;
  /** Above the show, from bottom to top. */
  readonly interrupts: readonly StageInterrupt[];
  readonly service: ServiceShown | null;
}

export const emptyStage: StageState = {
  standby: null,
  overlay: false,
  isBlack: false,
  interrupts: [],
  service: null,
};

/** In the order of sending: black comes first, so that nothing is seen before it. */
export function stageMessages(
  { standby, overlay, isBlack, interrupts, service }: StageState,
  programmes: readonly ToScreen[],
): readonly ToScreen[] {
  const messages: ToScreen[] = [];
  if (isBlack) messages.push({ type: 'black', isBlack });
  if (standby) messages.push({ type: 'standby', standby });
  messages.push(...programmes);
  // After the programmes, which place the zones.
  if (interrupts.length > 0) messages.push({ type: 'interrupts', shown: interrupts });
  if (overlay) messages.push({ type: 'overlay', visible: true });
  if (service) messages.push({ type: 'service', shown: service });
  return messages;
}
