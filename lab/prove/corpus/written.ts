import { gzipSync } from 'node:zlib';
import type { MediaKind } from '../../../src/main/edition/records.ts';

/** A file that is written directly, not encoded. */
export interface Written {
  readonly name: string;
  readonly kind: MediaKind;
  readonly bytes: Uint8Array;
  /** Whether it must be shown. Left out: the browser decides, except for texts and documents. */
  readonly valid?: boolean;
}

const svg = (content: string, attributes = 'viewBox="0 0 16 9"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
const lime = '<rect width="16" height="9" fill="lime"/>';
const embedded = (drawing: string, encoding: 'base64' | 'percent'): string =>
  `<image width="16" height="9" href="data:image/svg+xml${
    encoding === 'base64'
      ? `;base64,${Buffer.from(drawing).toString('base64')}`
      : `,${encodeURIComponent(drawing)}`
  }"/>`;
const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

const drawings: Readonly<Record<string, string | Uint8Array>> = {
  'plain.svg': svg(lime),
  'sized.svg': svg(lime, 'width="160" height="90"'),
  'no-size.svg': svg(lime, ''),
  'declared.svg': `<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand -->\n${svg(lime)}`,
  'doctype.svg': `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg(lime)}`,
  'prefixed.svg':
    '<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><s:rect width="16" height="9" fill="lime"/></s:svg>',
  'utf-16.svg': utf16(svg(lime), false),
  'utf-16-big.svg': utf16(svg(lime), true),
  'illustrator.svg': `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
\t<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
\t<!ENTITY ns_svg "http://www.w3.org/2000/svg">
]>
<svg xmlns:i="&ns_ai;" xmlns="&ns_svg;" viewBox="0 0 16 9"><g i:layer="1">${lime}</g></svg>`,
  'late.svg': `<!-- ${'long '.repeat(4000)}-->${svg(lime)}`,
  'styled.svg': svg(`<style>rect { fill: lime }</style><rect width="16" height="9"/>`),
  'gradient.svg': svg(
    '<linearGradient id="g"><stop stop-color="lime"/></linearGradient><rect width="16" height="9" fill="url(#g)"/>',
  ),
  'moving.svg': svg(
    '<rect width="16" height="9"><animate attributeName="x" from="0" to="9" dur="1s" repeatCount="indefinite"/></rect>',
  ),
  'embedded-drawing.svg': svg(embedded(svg(lime, 'width="16" height="9"'), 'base64')),
  'embedded-percent.svg': svg(embedded(svg(lime, 'width="16" height="9"'), 'percent')),
  'embedded-twice.svg': svg(embedded(svg(embedded(svg(lime), 'base64')), 'base64')),
  'embedded-picture.svg': svg(
    '<image width="16" height="9" href="data:image/gif;base64,R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs="/>',
  ),
  'packed.svgz': gzipSync(svg(lime)),
  'no-namespace.svg': '<svg viewBox="0 0 16 9"><rect width="16" height="9"/></svg>',
  'not-closed.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9">',
  'unbound-prefix.svg': svg(`<g other:label="one">${lime}</g>`),
  'unknown-entity.svg': svg(`<text>&nbsp;</text>${lime}`),
  'twice-named.svg': svg('<rect width="16" width="16" height="9" fill="lime"/>'),
  'hyphens.svg': svg(`<!-- one -- two -->${lime}`),
  'more-behind.svg': `${svg(lime)}\n<!-- by hand -->\n`,
  'words-behind.svg': `${svg(lime)} and more`,
  'blank-before.svg': `\n  ${svg(lime)}`,
  'declared-late.svg': `\n<?xml version="1.0"?>${svg(lime)}`,
  'marked.svg': `\ufeff${svg(lime)}`,
  'declared-utf-16.svg': `<?xml version="1.0" encoding="UTF-16"?>${svg(lime)}`,
  'with-data.svg': svg(`<style><![CDATA[ rect { fill: lime } ]]></style>${lime}`),
  'control.svg': svg(`<text>\u0001</text>${lime}`),
  'foreign.svg': svg(
    '<foreignObject width="16" height="9"><p xmlns="http://www.w3.org/1999/xhtml">Soup</p></foreignObject>',
  ),
  'linked.svg': svg(`<a href="https://example.test/">${lime}</a>`),
  'unquoted.svg': '<svg xmlns=http://www.w3.org/2000/svg viewBox="0 0 16 9"></svg>',
  'version-1-1.svg': `<?xml version="1.1"?>${svg(lime)}`,
  'latin.svg': Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1"?>${svg('<text>\xe9</text>')}`,
    'latin1',
  ),
};

const texts: Readonly<Record<string, string | Uint8Array>> = {
  'plain.txt': 'Soup of the day',
  'windows.txt': Buffer.from('Gr\xfc\xdfe \x96 \x80 5', 'latin1'),
  'utf-16.txt': utf16('Grüße', false),
  'utf-16-big.txt': utf16('Grüße', true),
  'wide.txt': 'Our wide range of soups',
  'tagged.txt': 'ID3 is how songs are tagged',
  'percent.txt': '100 %PDF- is how documents begin',
  'markup.txt': '<p> is how paragraphs begin',
  'one-letter.txt': 'A',
};

/** Files of kinds that cannot be shown, whatever their names. */
const others: Readonly<Record<string, string | Uint8Array>> = {
  'page.png': '<!DOCTYPE html><html><body>Log in</body></html>',
  'page.mp4': '<html><head><title>404</title></head></html>',
  'answer.jpg': '{"error": "not found"}',
  'letters.docx': Buffer.from(`PK\x03\x04\x14\0\x06\0\x08\0${'word/document.xml'.repeat(40)}`, 'latin1'),
  'slides.pptx': Buffer.from(`PK\x03\x04\x14\0\x06\0\x08\0${'ppt/slides.xml'.repeat(40)}`, 'latin1'),
  'old.doc': Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'),
  'program.exe': Buffer.from(`MZ\x90\0${'\0'.repeat(400)}PE\0\0`, 'latin1'),
  'noughts.jpg': Buffer.alloc(4_000),
  'noughts.mp4': Buffer.alloc(4_000),
  'noise.png': noise(4_000),
  'noise.mp3': noise(4_000),
  'noise.webm': noise(4_000),
};

/** The same in every run. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) & 0xff;
  });
}

function listed(
  files: Readonly<Record<string, string | Uint8Array>>,
  kind: MediaKind,
  valid?: boolean,
): readonly Written[] {
  return Object.entries(files).map(([name, content]) => ({
    name,
    kind,
    bytes: typeof content === 'string' ? Buffer.from(content) : content,
    ...(valid === undefined ? {} : { valid }),
  }));
}

const kinds: Readonly<Record<string, MediaKind>> = {
  jpg: 'image',
  png: 'image',
  mp4: 'video',
  webm: 'video',
  mp3: 'audio',
};

export const writtenFiles: readonly Written[] = [
  ...listed(drawings, 'image'),
  ...listed(texts, 'text', true),
  ...listed(others, 'unsupported', false).map((file) => ({
    ...file,
    kind: kinds[file.name.split('.').at(-1) ?? ''] ?? file.kind,
  })),
];

/** Damage to a file in transit. */
export interface Edit {
  readonly name: string;
  /** The bytes differ from the original: it may be refused, even if a browser shows it. */
  readonly spoilt?: true;
  edit(bytes: Uint8Array): Uint8Array;
}

export const edits: readonly Edit[] = [
  { name: 'half', spoilt: true, edit: (bytes) => bytes.subarray(0, bytes.length >> 1) },
  { name: 'empty', spoilt: true, edit: () => new Uint8Array() },
  { name: 'head', spoilt: true, edit: (bytes) => bytes.subarray(0, 24) },
  { name: 'last-byte-gone', spoilt: true, edit: (bytes) => bytes.subarray(0, -1) },
  { name: 'more-behind', edit: (bytes) => Buffer.concat([bytes, Buffer.from('\r\n--boundary--\r\n')]) },
  { name: 'noughts-behind', edit: (bytes) => Buffer.concat([bytes, Buffer.alloc(2_000)]) },
  {
    name: 'more-before',
    spoilt: true,
    edit: (bytes) => Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), bytes]),
  },
  {
    name: 'noise-within',
    edit: (bytes) => {
      const copy = Uint8Array.from(bytes);
      copy.set(noise(Math.min(40, bytes.length >> 2)), bytes.length >> 1);
      return copy;
    },
  },
  {
    name: 'noughts-within',
    edit: (bytes) => Uint8Array.from(bytes, (byte, at) => (at > bytes.length * 0.6 ? 0 : byte)),
  },
];

/** Oddities of single formats, by their original file. */
export const oddities: readonly (Edit & { readonly of: string })[] = [
  {
    of: 'png-48.png',
    name: 'wrong-sum',
    edit: (bytes) => replaced(bytes, bytes.lastIndexOf(0x49, -13) - 5, 1),
  },
  { of: 'png-48.png', name: 'no-end', spoilt: true, edit: (bytes) => bytes.subarray(0, -12) },
  { of: 'jpeg.jpg', name: 'no-end', spoilt: true, edit: (bytes) => bytes.subarray(0, -2) },
  {
    of: 'jpeg.jpg',
    name: 'filled',
    edit: (bytes) => Buffer.concat([bytes.subarray(0, 2), Buffer.alloc(3, 0xff), bytes.subarray(2)]),
  },
  {
    of: 'jpeg.jpg',
    name: 'noise-between',
    edit: (bytes) => Buffer.concat([bytes.subarray(0, 20), Buffer.from('junk'), bytes.subarray(20)]),
  },
  { of: 'mp3-no-count.mp3', name: 'from-the-middle', edit: (bytes) => bytes.subarray(500) },
  {
    of: 'h264-faststart.mp4',
    name: 'data-too-long',
    edit: (bytes) => {
      const copy = Buffer.from(bytes);
      const at = copy.indexOf('mdat') - 4;
      copy.writeUInt32BE(copy.readUInt32BE(at) + 1_000, at);
      return copy;
    },
  },
  {
    of: 'aac.aac',
    name: 'tagged',
    edit: (bytes) => Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0a0123456789', 'latin1'), bytes]),
  },
  {
    of: 'mp3-old-tag.mp3',
    name: 'tagged-with-footer',
    edit: (bytes) =>
      Buffer.concat([
        Buffer.from('ID3\x04\0\x10\0\0\0\x0a01234567893DI\x04\0\x10\0\0\0\x0a', 'latin1'),
        bytes,
      ]),
  },
];

function replaced(bytes: Uint8Array, at: number, by: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ by;
  return copy;
}

/** Files of the corpus that are edited. */
export const edited: readonly string[] = [
  ...[
    'jpeg.jpg',
    'png-48.png',
    'animated.gif',
    'webp.webp',
    'avif.avif',
    'bitmap.bmp',
    'icon.ico',
    'jxl.jxl',
  ],
  ...[
    'h264-aac.mp4',
    'h264-faststart.mp4',
    'h264-fragments.mp4',
    'vp9-opus.webm',
    'h264-aac.mkv',
    'h264.mov',
  ],
  ...['mp3.mp3', 'aac.m4a', 'aac.aac', 'vorbis.ogg', 'flac.flac', 'wav.wav', 'opus.webm'],
];
