import type { MediaKind } from '../../../src/main/edition/records.ts';

/** One file of the corpus. */
export interface Recipe {
  /** With its usual extension. */
  readonly name: string;
  readonly kind: MediaKind;
  readonly program: 'ffmpeg' | 'convert';
  /** Without the output file, which comes last. */
  readonly args: readonly string[];
}

const moving = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=0.5'];
const tone = ['-f', 'lavfi', '-i', 'sine=d=0.5:r=48000'];
const still = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10', '-frames:v', '1'];
const both = [...moving, ...tone];

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');

/** `name: arguments`, one per line. */
function recipes(kind: MediaKind, input: readonly string[], lines: string): readonly Recipe[] {
  return rows(lines).map(([name, args]) => ({
    name,
    kind,
    program: 'ffmpeg',
    args: [...input, ...words(args)],
  }));
}

function rows(lines: string): readonly (readonly [name: string, args: string])[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trim()] as const;
    });
}

const h264 = '-c:v libx264 -pix_fmt yuv420p';

const films = recipes(
  'video',
  moving,
  `
  h264.mp4: ${h264}
  h264-baseline.mp4: ${h264} -profile:v baseline
  h264-10-bit.mp4: -c:v libx264 -pix_fmt yuv420p10le
  h264-422.mp4: -c:v libx264 -pix_fmt yuv422p
  h264-444.mp4: -c:v libx264 -pix_fmt yuv444p
  h264-lossless.mp4: -c:v libx264 -qp 0 -pix_fmt yuv444p
  h264-gray.mp4: -c:v libx264 -pix_fmt gray
  h264-b-frames.mp4: ${h264} -bf 3 -g 5
  h264-interlaced.mp4: ${h264} -flags +ildct+ilme
  h264-full-range.mp4: -c:v libx264 -pix_fmt yuvj420p
  h264-faststart.mp4: ${h264} -movflags +faststart
  h264-fragments.mp4: ${h264} -g 4 -movflags +frag_keyframe+empty_moov
  h264-fragments.ismv: ${h264} -g 4 -f ismv -movflags frag_keyframe
  h264-dash.mp4: ${h264} -g 4 -movflags +frag_keyframe+empty_moov+dash
  h264-each-frame.mp4: ${h264} -movflags +frag_every_frame+empty_moov+default_base_moof
  h264-negative.mp4: ${h264} -bf 2 -movflags +negative_cts_offsets
  h264-late.mp4: ${h264} -output_ts_offset 3
  h264-rotated.mp4: ${h264} -metadata:s:v rotate=90
  h264-tall.mp4: ${h264} -vf scale=48:640
  h264-odd-rate.mp4: ${h264} -r 7.13
  h264-anamorphic.mp4: ${h264} -aspect 16:9
  h264-timescale.mp4: ${h264} -video_track_timescale 90000
  h264.m4v: ${h264} -f mp4
  h264.mov: ${h264}
  h264.mkv: ${h264}
  h264.3gp: ${h264}
  h264.f4v: ${h264}
  h264.avi: ${h264}
  h264.flv: ${h264}
  h264.ts: ${h264}
  h264.h264: ${h264}
  hevc.mp4: -c:v libx265 -x265-params log-level=none -pix_fmt yuv420p -tag:v hvc1
  hevc-in-band.mp4: -c:v libx265 -x265-params log-level=none -pix_fmt yuv420p -tag:v hev1
  hevc-10-bit.mp4: -c:v libx265 -x265-params log-level=none -pix_fmt yuv420p10le -tag:v hvc1
  hevc.mov: -c:v libx265 -x265-params log-level=none -pix_fmt yuv420p -tag:v hvc1
  hevc.mkv: -c:v libx265 -x265-params log-level=none -pix_fmt yuv420p
  mpeg4.mp4: -c:v mpeg4
  mpeg4.mkv: -c:v mpeg4
  mpeg4.avi: -c:v mpeg4
  mpeg4.3gp: -c:v mpeg4
  xvid.mp4: -c:v libxvid
  h263.3gp: -c:v h263 -vf scale=128:96
  mpeg2.mp4: -c:v mpeg2video -r 25
  mpeg2.mkv: -c:v mpeg2video -r 25
  mpeg2.mpg: -c:v mpeg2video -r 25
  mpeg1.mpg: -c:v mpeg1video -r 25
  prores.mov: -c:v prores_ks -profile:v 2
  prores-4444.mov: -c:v prores_ks -profile:v 4 -pix_fmt yuva444p10le
  prores.mkv: -c:v prores_ks
  dnxhd.mov: -c:v dnxhd -profile:v dnxhr_sq -vf scale=256:144 -pix_fmt yuv422p
  motion-jpeg.mov: -c:v mjpeg -pix_fmt yuvj420p
  motion-jpeg.mp4: -c:v mjpeg -pix_fmt yuvj420p
  motion-jpeg.mkv: -c:v mjpeg -pix_fmt yuvj420p
  motion-png.mov: -c:v png
  animation.mov: -c:v qtrle
  raw.mov: -c:v rawvideo -pix_fmt yuyv422
  raw.mkv: -c:v rawvideo -pix_fmt yuv420p
  cineform.mov: -c:v cfhd -pix_fmt yuv422p10le -vf scale=256:144
  jpeg-2000.mov: -c:v libopenjpeg
  sorenson.mov: -c:v svq1 -pix_fmt yuv410p
  dv.mov: -c:v dvvideo -s 720x576 -r 25 -pix_fmt yuv420p
  vp8.webm: -c:v libvpx
  vp8.mkv: -c:v libvpx
  vp8.ogv: -c:v libvpx -f ogg
  vp8-alpha.webm: -c:v libvpx -pix_fmt yuva420p -auto-alt-ref 0
  vp9.webm: -c:v libvpx-vp9
  vp9-444.webm: -c:v libvpx-vp9 -pix_fmt yuv444p
  vp9-10-bit.webm: -c:v libvpx-vp9 -pix_fmt yuv420p10le
  vp9-12-bit-444.webm: -c:v libvpx-vp9 -pix_fmt yuv444p12le
  vp9-lossless.webm: -c:v libvpx-vp9 -lossless 1
  vp9-alpha.webm: -c:v libvpx-vp9 -pix_fmt yuva420p
  vp9-rgb.webm: -c:v libvpx-vp9 -pix_fmt gbrp
  vp9.mp4: -c:v libvpx-vp9
  vp9-10-bit.mp4: -c:v libvpx-vp9 -pix_fmt yuv420p10le
  vp9.mkv: -c:v libvpx-vp9
  vp9-live.webm: -c:v libvpx-vp9 -live 1 -dash 0
  vp9-cues-first.webm: -c:v libvpx-vp9 -cues_to_front 1
  vp9-small-clusters.webm: -c:v libvpx-vp9 -cluster_time_limit 100
  av1.webm: -c:v libaom-av1 -cpu-used 8
  av1.mp4: -c:v libaom-av1 -cpu-used 8
  av1.mkv: -c:v libaom-av1 -cpu-used 8
  av1-10-bit.mp4: -c:v libaom-av1 -cpu-used 8 -pix_fmt yuv420p10le
  av1-444.mp4: -c:v libaom-av1 -cpu-used 8 -pix_fmt yuv444p
  av1-12-bit.mp4: -c:v libaom-av1 -cpu-used 8 -pix_fmt yuv420p12le
  av1-gray.webm: -c:v libaom-av1 -cpu-used 8 -pix_fmt gray
  theora.ogv: -c:v libtheora
  theora.mkv: -c:v libtheora
  ffv1.mkv: -c:v ffv1
  utvideo.mkv: -c:v utvideo
  ms-mpeg4.mkv: -c:v msmpeg4
  ms-mpeg4.avi: -c:v msmpeg4
  wmv.wmv: -c:v wmv2
  wmv.mkv: -c:v wmv2
  flash.flv: -c:v flv
  real.rm: -c:v rv20 -s 176x144
  gif.mkv: -c:v gif
  one-frame.mp4: ${h264} -frames:v 1
  one-frame.webm: -c:v libvpx -frames:v 1
  one-frame.mov: ${h264} -frames:v 1
  two-frames.mp4: ${h264} -frames:v 2
  one-pixel.mp4: -c:v libx264 -pix_fmt yuv420p -vf scale=2:2
  slow.mp4: ${h264} -vf fps=1
  `,
);

const talkies = recipes(
  'video',
  both,
  `
  h264-aac.mp4: ${h264} -c:a aac
  h264-mp3.mp4: ${h264} -c:a libmp3lame
  h264-mp2.mp4: ${h264} -c:a mp2
  h264-ac3.mp4: ${h264} -c:a ac3
  h264-eac3.mp4: ${h264} -c:a eac3
  h264-alac.mp4: ${h264} -c:a alac
  h264-flac.mp4: ${h264} -c:a flac -strict -2
  h264-opus.mp4: ${h264} -c:a libopus
  h264-vorbis.mp4: ${h264} -c:a libvorbis
  h264-dts.mp4: ${h264} -c:a dca -strict -2
  h264-pcm.mov: ${h264} -c:a pcm_s16le
  h264-pcm-24.mov: ${h264} -c:a pcm_s24be
  h264-ima.mov: ${h264} -c:a adpcm_ima_qt
  h264-alaw.mov: ${h264} -c:a pcm_alaw
  h264-late-sound.mp4: ${h264} -af adelay=300 -c:a aac
  h264-two-sounds.mp4: -map 0 -map 1 -map 1 ${h264} -c:a aac
  h264-sound-first.mp4: -map 1 -map 0 ${h264} -c:a aac
  h264-two-pictures.mp4: -map 0 -map 0 -map 1 ${h264} -c:a aac
  hevc-aac.mp4: -c:v libx265 -x265-params log-level=none -tag:v hvc1 -c:a aac
  hevc-and-h264.mp4: -map 0 -map 0 -c:v:0 libx265 -x265-params log-level=none -tag:v:0 hvc1 -c:v:1 libx264 -pix_fmt yuv420p
  h264-and-hevc.mp4: -map 0 -map 0 -c:v:1 libx265 -x265-params log-level=none -tag:v:1 hvc1 -c:v:0 libx264 -pix_fmt yuv420p
  mpeg4-aac.mp4: -c:v mpeg4 -c:a aac
  vp8-vorbis.webm: -c:v libvpx -c:a libvorbis
  vp9-opus.webm: -c:v libvpx-vp9 -c:a libopus
  h264-aac.mkv: ${h264} -c:a aac
  h264-ac3.mkv: ${h264} -c:a ac3
  h264-dts.mkv: ${h264} -c:a dca -strict -2
  h264-pcm.mkv: ${h264} -c:a pcm_s16le
  h264-truehd.mkv: ${h264} -c:a truehd -strict -2
  h264-flac.mkv: ${h264} -c:a flac
  theora-vorbis.ogv: -c:v libtheora -c:a libvorbis
  h264-aac-fragments.mp4: ${h264} -c:a aac -g 4 -movflags +frag_keyframe+empty_moov
  h264-aac.ts: ${h264} -c:a aac
  `,
);

const sounds = recipes(
  'audio',
  tone,
  `
  mp3.mp3: -b:a 64k
  mp3-variable.mp3: -q:a 6
  mp3-no-count.mp3: -q:a 6 -write_xing 0
  mp3-8-khz.mp3: -ar 8000 -b:a 8k
  mp3-tagged.mp3: -id3v2_version 3 -metadata title=One
  mp3-old-tag.mp3: -write_id3v1 1 -metadata title=One
  mp3-in.mp4: -c:a libmp3lame
  mp2.mp2: -c:a mp2
  aac.aac: -c:a aac
  aac.m4a: -c:a aac
  aac-surround.m4a: -c:a aac -ac 6
  aac-fragments.m4a: -c:a aac -movflags +frag_keyframe+empty_moov
  aac.mp4: -c:a aac
  aac.mka: -c:a aac
  aac-latm.latm: -c:a aac -f latm
  alac.m4a: -c:a alac
  ac3.m4a: -c:a ac3 -f mp4
  ac3.ac3: -c:a ac3
  ac3.mka: -c:a ac3
  eac3.eac3: -c:a eac3
  dts.mka: -c:a dca -strict -2
  truehd.mka: -c:a truehd -strict -2
  flac.flac: -c:a flac
  flac-24.flac: -c:a flac -sample_fmt s32
  flac.ogg: -c:a flac
  flac.mka: -c:a flac
  flac.m4a: -c:a flac -strict -2 -f mp4
  vorbis.ogg: -c:a libvorbis
  vorbis.webm: -c:a libvorbis
  vorbis.oga: -c:a libvorbis -f ogg
  opus.ogg: -c:a libopus
  opus.opus: -c:a libopus
  opus.webm: -c:a libopus
  opus.m4a: -c:a libopus -f mp4
  opus.mka: -c:a libopus
  speex.ogg: -c:a libspeex -ar 16000
  wav.wav: -c:a pcm_s16le
  wav-8.wav: -c:a pcm_u8
  wav-24.wav: -c:a pcm_s24le
  wav-32.wav: -c:a pcm_s32le
  wav-float.wav: -c:a pcm_f32le
  wav-double.wav: -c:a pcm_f64le
  wav-alaw.wav: -c:a pcm_alaw
  wav-ulaw.wav: -c:a pcm_mulaw
  wav-adpcm.wav: -c:a adpcm_ms
  wav-ima.wav: -c:a adpcm_ima_wav
  wav-mp3.wav: -c:a libmp3lame
  wav-surround.wav: -c:a pcm_s16le -ac 6
  wav-rf64.wav: -rf64 always
  wav.w64: -f w64
  wav.aiff: -f aiff
  wav.au: -f au
  wav.caf: -f caf
  pcm.mka: -c:a pcm_s16le
  pcm.mov: -c:a pcm_s16le
  wma.wma: -c:a wmav2
  wavpack.wv: -c:a wavpack
  tta.tta: -c:a tta
  click.mp3: -t 0.03
  click.wav: -t 0.005
  click.ogg: -c:a libvorbis -t 0.02
  click.m4a: -c:a aac -t 0.01
  `,
);

const stills = recipes(
  'image',
  still,
  `
  jpeg.jpg: -pix_fmt yuvj420p
  jpeg-444.jpg: -pix_fmt yuvj444p
  jpeg-ls.jls: -c:v jpegls
  webp.webp: -c:v libwebp
  webp-lossless.webp: -c:v libwebp -lossless 1
  webp-alpha.webp: -c:v libwebp -pix_fmt yuva420p
  avif.avif: -c:v libaom-av1 -cpu-used 8 -still-picture 1
  avif-10-bit.avif: -c:v libaom-av1 -cpu-used 8 -still-picture 1 -pix_fmt yuv420p10le
  avif-12-bit.avif: -c:v libaom-av1 -cpu-used 8 -still-picture 1 -pix_fmt yuv420p12le
  avif-444.avif: -c:v libaom-av1 -cpu-used 8 -still-picture 1 -pix_fmt yuv444p
  jxl.jxl: -c:v libjxl
  jxl-lossless.jxl: -c:v libjxl -distance 0
  png-48.png: -pix_fmt rgb48be
  png-gray.png: -pix_fmt gray
  tiff.tif: -c:v tiff
  jpeg-2000.jp2: -c:v libopenjpeg
  targa.tga: -c:v targa
  qoi.qoi: -c:v qoi
  dpx.dpx: -c:v dpx
  pcx.pcx: -c:v pcx
  ppm.ppm: -c:v ppm
  bitmap.bmp: -c:v bmp
  `,
);

const animations = recipes(
  'image',
  moving,
  `
  animated.gif: -loop 0
  animated.webp: -c:v libwebp_anim -loop 0
  animated.avif: -c:v libaom-av1 -cpu-used 8
  animated.png: -f apng -plays 0
  animated.jxl: -c:v libjxl -frames:v 1
  `,
);

const drawn: readonly Recipe[] = rows(`
  png-1-bit.png: -size 40x30 pattern:checkerboard -monochrome -define png:bit-depth=1
  png-palette.png: -size 40x30 plasma: -colors 4 -define png:color-type=3
  png-alpha.png: -size 40x30 xc:#ff000080
  png-interlaced.png: -size 40x30 plasma: -interlace PNG
  png-one-pixel.png: xc:red
  png-wide.png: -size 4000x1 plasma:
  jpeg-progressive.jpg: -size 40x30 plasma: -interlace JPEG
  jpeg-gray.jpg: -size 40x30 plasma: -colorspace Gray
  jpeg-cmyk.jpg: -size 40x30 plasma: -colorspace CMYK
  jpeg-low.jpg: -size 40x30 plasma: -quality 1
  gif-87.gif: -size 40x30 plasma: -colors 16 -define gif:version=87a
  gif-interlaced.gif: -size 40x30 plasma: -interlace GIF
  gif-transparent.gif: -size 40x30 xc:none -fill red -draw rectangle,5,5,20,20
  bmp-1-bit.bmp: -size 40x30 pattern:checkerboard -monochrome
  bmp-8-bit.bmp: -size 40x30 plasma: -colors 200 -type palette
  bmp-rle.bmp: -size 40x30 plasma: -colors 8 -type palette -compress RLE
  bmp-alpha.bmp: -size 40x30 xc:#ff000080
  bmp-old.bmp: -size 40x30 plasma: -define bmp:format=bmp2
  bmp-3.bmp: -size 40x30 plasma: -define bmp:format=bmp3
  icon.ico: -size 32x32 plasma:
  icon-large.ico: -size 256x256 plasma:
  cursor.cur: -size 32x32 plasma:
  heic.heic: -size 64x48 plasma:
  photoshop.psd: -size 40x30 plasma:
  xbm.xbm: -size 40x30 pattern:checkerboard
  xpm.xpm: -size 40x30 xc:red
`).map(([name, args]) => ({
  name,
  kind: 'image',
  program: 'convert',
  args: words(args).map((word) =>
    word.replaceAll(',', ' ').replace('rectangle 5 5 20 20', 'rectangle 5,5 20,20'),
  ),
}));

export const recipesOfAll: readonly Recipe[] = [
  ...films,
  ...talkies,
  ...sounds,
  ...stills,
  ...animations,
  ...drawn,
];
