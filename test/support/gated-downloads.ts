import { onDownload } from './fault-downloads.ts';
import type { Rig } from './rig.ts';

/** Downloads wait at the server until the test lets them go. */
export function gatedDownloads(rig: Rig) {
  const waiting = new Map<string, () => void>();
  const order: string[] = [];
  let open = false;
  onDownload(rig.demo, ({ mediaFileId, response, bytes }) => {
    order.push(mediaFileId);
    const answer = () => response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    if (open) answer();
    else waiting.set(mediaFileId, answer);
    return true;
  });
  return {
    order,
    waiting,
    release(id: string): void {
      waiting.get(id)?.();
      waiting.delete(id);
    },
    releaseAll(): void {
      open = true;
      for (const answer of waiting.values()) answer();
    },
  };
}
