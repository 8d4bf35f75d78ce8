// Makes the clips with which `vitrine doctor --measure` finds out what a machine can decode: one second each, of 30 frames,
// played in a loop. Run it manually (`node scripts/make-measure-clips.mjs`); its output is committed.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../src/main/doctor/measure/clips/', import.meta.url));

/** Kilobits per second for the smaller and the larger clip. */
const codecs = {
  h264: { ending: 'mp4', rates: [2500, 6000], encoder: 'libx264 -profile:v high -preset slow -bf 2' },
  hevc: {
    ending: 'mp4',
    rates: [1500, 3500],
    encoder: 'libx265 -preset fast -tag:v hvc1 -x265-params log-level=error',
  },
  vp9: { ending: 'webm', rates: [1500, 3500], encoder: 'libvpx-vp9 -deadline good -cpu-used 4 -row-mt 1' },
  // Over one second its encoder cannot keep a rate.
  av1: { ending: 'mp4', rates: null, encoder: 'libsvtav1 -preset 8 -crf 50' },
};
const sizes = [
  { name: '1080p', width: 1920, height: 1080 },
  { name: '2160p', width: 3840, height: 2160 },
];

await mkdir(folder, { recursive: true });
for (const [codec, { ending, rates, encoder }] of Object.entries(codecs)) {
  for (const [index, { name, width, height }] of sizes.entries()) {
    const rate = rates && `${rates[index]}k`;
    // Everything moves, and a little noise prevents encoders from skipping parts, which would make decoding too easy.
    const source = `testsrc2=size=${width}x${height}:rate=30:duration=1,noise=alls=4:allf=t`;
    await run('ffmpeg', [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', source, '-c:v', ...encoder.split(' ')],
      ...(rate ? ['-b:v', rate, '-maxrate', rate, '-bufsize', rate] : []),
      ...['-pix_fmt', 'yuv420p', '-g', '30'],
      ...(ending === 'mp4' ? ['-movflags', '+faststart'] : []),
      `${folder}${codec}-${name}.${ending}`,
    ]);
  }
}
