import { type DownloadCall, downloadsOf, etagOf, onDownload, type Show } from './fault-downloads.ts';
import type { Rig } from './rig.ts';

export const keptBytes = 200_000;

/** The first attempt breaks off in the middle; what answers the second one, which asks for the rest, is the fault. */
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

/** The ranges that were asked for, in order; null = all of it. */
export function rangesAsked(rig: Rig, show: Show): readonly (string | null)[] {
  return downloadsOf(rig.demo, show.added).map(({ headers }) => headers.range ?? null);
}
