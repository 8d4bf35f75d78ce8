import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from './range.ts';
import type { Timed } from './read-times.ts';

/** Large enough for a video to need few of them, small enough for a reader that stops to cost little. */
const pieceBytes = 256 * 1024;

/** Reads only as it is drained. It closes the file at the end, on an error, and when the reader lets go. */
export function streamFile(
  file: FileHandle,
  { from, to }: ByteRange,
  timed: Timed,
): ReadableStream<Uint8Array> {
  let position = from;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const buffer = new Uint8Array(Math.min(pieceBytes, to + 1 - position));
          const { bytesRead } = await timed(() => file.read(buffer, 0, buffer.length, position));
          if (bytesRead === 0) throw new Error('The file is shorter than it was');
          position += bytesRead;
          controller.enqueue(buffer.subarray(0, bytesRead));
          if (position <= to) return;
          controller.close();
          await file.close();
        } catch (error) {
          await file.close();
          throw error;
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}
