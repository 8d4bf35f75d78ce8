import { InterruptMedia } from '../../src/main/interrupt/media.ts';

/** For interrupts of text alone. */
export const noMedia = (): InterruptMedia =>
  new InterruptMedia({ ask: async () => undefined, allowPages: () => undefined, refusedPage: () => null });
