/** What the browser has a video decoded by. */
export interface VideoDecoder {
  /** The browser's name for it, such as `VpxVideoDecoder`. */
  readonly name: string;
  /** Decoded by the graphics card or the board; otherwise by the processor. */
  readonly isHardware: boolean;
}
