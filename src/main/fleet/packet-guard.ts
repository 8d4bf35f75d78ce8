/**
 * Reads only the length in each packet's header. The client announces its packet limit, but the library would buffer a packet of
 * 256 MB from a broker that ignores it.
 */
export class PacketGuard {
  readonly #largest: number;
  /** Header of the current packet: a type and up to four length bytes. */
  #header: number[] = [];
  #left = 0;

  constructor(largest: number) {
    this.#largest = largest;
  }

  /** False: the packet is too large, or its length is invalid. */
  accepts(chunk: Uint8Array): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at);
        this.#left -= taken;
        at += taken;
        continue;
      }
      const byte = chunk[at++] ?? 0;
      this.#header.push(byte);
      if (this.#header.length === 1) continue;
      if ((byte & 0x80) !== 0) {
        if (this.#header.length > 4) return false;
        continue;
      }
      this.#left = this.#header.slice(1).reduce((sum, part, index) => sum + (part & 0x7f) * 128 ** index, 0);
      this.#header = [];
      if (this.#left > this.#largest) return false;
    }
    return true;
  }
}
