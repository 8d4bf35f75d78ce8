export const mediaKinds = ['image', 'video', 'audio', 'pdf', 'text'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** The closed list of media types that the store may hold and the stage may play, by extension. */
export const mediaTypes = {
  jpg: { kind: 'image', mimeType: 'image/jpeg' },
  png: { kind: 'image', mimeType: 'image/png' },
  webp: { kind: 'image', mimeType: 'image/webp' },
  avif: { kind: 'image', mimeType: 'image/avif' },
  gif: { kind: 'image', mimeType: 'image/gif' },
  bmp: { kind: 'image', mimeType: 'image/bmp' },
  ico: { kind: 'image', mimeType: 'image/x-icon' },
  jxl: { kind: 'image', mimeType: 'image/jxl' },
  svg: { kind: 'image', mimeType: 'image/svg+xml' },
  mp4: { kind: 'video', mimeType: 'video/mp4' },
  mov: { kind: 'video', mimeType: 'video/quicktime' },
  webm: { kind: 'video', mimeType: 'video/webm' },
  mkv: { kind: 'video', mimeType: 'video/x-matroska' },
  ogv: { kind: 'video', mimeType: 'video/ogg' },
  mp3: { kind: 'audio', mimeType: 'audio/mpeg' },
  m4a: { kind: 'audio', mimeType: 'audio/mp4' },
  aac: { kind: 'audio', mimeType: 'audio/aac' },
  weba: { kind: 'audio', mimeType: 'audio/webm' },
  mka: { kind: 'audio', mimeType: 'audio/x-matroska' },
  ogg: { kind: 'audio', mimeType: 'audio/ogg' },
  flac: { kind: 'audio', mimeType: 'audio/flac' },
  wav: { kind: 'audio', mimeType: 'audio/wav' },
  pdf: { kind: 'pdf', mimeType: 'application/pdf' },
  txt: { kind: 'text', mimeType: 'text/plain; charset=utf-8' },
} as const satisfies Readonly<Record<string, { readonly kind: MediaKind; readonly mimeType: string }>>;

/** Whether browsers differ in support of a type; the stage then tests it. */
export function isInDoubt(mimeType: string): boolean {
  return mimeType.includes('codecs=') || mimeType === mediaTypes.jxl.mimeType;
}

export type Extension = keyof typeof mediaTypes;

export function isExtension(text: string): text is Extension {
  return Object.hasOwn(mediaTypes, text);
}

/** Other names of the same containers. */
const otherNames: ReadonlyMap<string, Extension> = new Map([
  ...(['jpeg', 'jpe', 'jfif'] as const).map((name) => [name, 'jpg'] as const),
  ...(['m4v', 'ismv', '3gp', '3g2', 'f4v'] as const).map((name) => [name, 'mp4'] as const),
  ...(['m4b', 'isma'] as const).map((name) => [name, 'm4a'] as const),
  ...(['oga', 'opus'] as const).map((name) => [name, 'ogg'] as const),
  ['qt', 'mov'],
]);

/** The canonical extension for any spelling; null for an unknown one. */
export function knownExtension(text: string): Extension | null {
  const lower = text.toLowerCase();
  return otherNames.get(lower) ?? (isExtension(lower) ? lower : null);
}
