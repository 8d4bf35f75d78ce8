import icon from '../../shared/icon.svg?raw';

export interface PageFile {
  readonly type: string;
  readonly text: string;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** The files of the status page by name. The design is one style sheet for whoever asks. Read when first asked for. */
export async function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const files = {
    ...import.meta.glob('../../pages/*.css', { query: '?raw', import: 'default' }),
    ...import.meta.glob('../../pages/status/*', { query: '?raw', import: 'default' }),
    // What a screen and the page have in common.
    ...import.meta.glob('../../shared/languages/*.js', { query: '?raw', import: 'default' }),
    ...import.meta.glob('../../shared/*.js', { query: '?raw', import: 'default' }),
  };
  const read = Object.entries(files).map(async ([path, load]) => {
    const name = path.split('/').at(-1) ?? '';
    return [name, { type: types[name.split('.').at(-1) ?? ''] ?? '', text: await load() }] as const;
  });
  return new Map([...(await Promise.all(read)), ['icon.svg', { type: 'image/svg+xml', text: icon }]]);
}
