import type { StageMedium } from '../../shared/interrupts.ts';
import type { ScreenSettings } from '../../shared/programme.ts';
import { element } from '../screens/element.ts';
import { chooseSlot } from '../slots/choose.ts';
import type { Slot } from '../slots/slot.ts';

export type LoadedMedium = Exclude<StageMedium, { readonly kind: 'loading' | 'failed' }>;

interface MediumNeeds {
  readonly key: string;
  readonly settings: ScreenSettings;
  readonly sound: boolean;
  failed(reason: string): void;
}

/** The picture, video or page of an interrupt, under its words until it is loaded. */
export class Medium {
  readonly element = element('div', 'medium');
  readonly #slot: Slot;

  constructor(content: LoadedMedium, { key, settings, sound, failed }: MediumNeeds) {
    this.#slot = chooseSlot({
      cue: {
        id: key,
        entryId: key,
        path: [],
        mediaFileId: key,
        name: '',
        content,
        durationMs: 1_000,
        // It is repeated until the interrupt ends.
        toOwnEnd: false,
        sound,
        transition: { kind: 'cut', durationMs: 0 },
      },
      elapsedMs: 0,
      settings: fitted(settings),
      video: document.createElement('video'),
      events: { ended: () => undefined, failed },
    });
  }

  /** Resolves when it can be shown; rejects with the reason. Call it while the element is in the document. */
  async load(): Promise<void> {
    const slot = this.#slot;
    if (slot.loadsApart !== true) this.element.append(slot.element);
    await slot.load();
    if (slot.loadsApart === true) this.element.append(slot.element);
    slot.start?.();
    await slot.presented?.();
    slot.shown?.();
  }

  adjust(settings: ScreenSettings): void {
    this.#slot.adjust?.(fitted(settings));
  }

  hear(isHeard: boolean): void {
    if (this.#slot.element instanceof HTMLVideoElement) this.#slot.element.muted = !isHeard;
  }

  release(): void {
    this.#slot.release();
    this.element.remove();
  }
}

/** Whole, on black, whatever the screen does with its show. */
const fitted = (settings: ScreenSettings): ScreenSettings => ({
  ...settings,
  fit: 'contain',
  background: '#000000',
});
