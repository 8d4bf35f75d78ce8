/** What a Raspberry Pi's firmware says of its power supply. */
export interface Power {
  readonly isLow: boolean;
  /** Since the machine was started. */
  readonly wasLow: boolean;
}

const [low, hasBeenLow] = [0x1, 0x10000];

/** The number of `vcgencmd get_throttled` (`throttled=0x50005`) or of the kernel's file (`50005`); null: it is none. */
export function throttled(text: string | null): Power | null {
  const [, hex] = /^(?:throttled=0x)?([0-9a-f]{1,8})$/i.exec(text?.trim() ?? '') ?? [];
  if (hex === undefined) return null;
  const bits = Number.parseInt(hex, 16);
  const isLow = (bits & low) !== 0;
  return { isLow, wasLow: isLow || (bits & hasBeenLow) !== 0 };
}
