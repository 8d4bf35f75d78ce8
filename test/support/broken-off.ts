import { type DownloadCall, downloadsOf, etagOf, onDownload, type Show } from './fault-downloads.ts';
import type { Rig } from './rig.ts';

export const keptBytes = 200_000;

/** The first attempt breaks off midway; the answer to the second one, which requests the rest, is the fault. */
export function brokenOff(rig: Rig, answer: (call: DownloadCall) => boolean): void {
  onDownload(rig.demo, (call) => {
    if (call.attempt > 2) return false;
    if (call.attempt === 2) return answer(call);
    const { response, bytes } = call;
    response.writeHead(200, { 'content-length': bytes.length, etag: etagOf(bytes) });
    response.write(bytes.subarray(0, keptBytes), () => response.destroy());
    return true;
  });
}

/** The requested ranges, in order; null: everything. */
export function rangesAsked(rig: Rig, show: Show): readonly (string | null)[] {
  return downloadsOf(rig.demo, show.added).map(({ headers }) => headers.range ?? null);
}
