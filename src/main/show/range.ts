/** Both ends are included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads a Range header for a file of that size. `whole` if the header is missing, unreadable or names several ranges: a
 * server may ignore it then. An open end means the end of the file and is never shortened: the browser would take the
 * shorter answer for the whole file.
 */
export function readRange(header: string | null, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0 ? 'unsatisfiable' : { from: Math.max(0, size - length), to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return 'whole';
  return from >= size ? 'unsatisfiable' : { from, to };
}
