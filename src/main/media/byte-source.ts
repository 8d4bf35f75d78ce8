/** Random access to bytes, of a file or in memory. */
export interface ByteSource {
  readonly size: number;
  /** Returns fewer bytes only at the end. */
  read(position: number, length: number): Promise<Uint8Array>;
}

export function bytesInMemory(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (position, length) => bytes.subarray(position, position + length),
  };
}

/** A view to read numbers. Reading past its end throws a RangeError, which `describe` turns into "unknown". */
export function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function latin(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to);
}
