/**
 * Reads the lengths that stand before the packets of a stream, and nothing else of them. A broker is told how large a packet
 * may be; the library would gather one of 256 MB in memory if it sent that all the same.
 */
export class PacketGuard {
  readonly #largest: number;
  /** Of the packet that is coming in; a header has a type and up to four bytes of length. */
  #header: number[] = [];
  #left = 0;

  constructor(largest: number) {
    this.#largest = largest;
  }

  /** False: a packet is announced that is larger, or a length that is none. */
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
