const types: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', js: 'text/javascript' };

/** The files of the page as text, read at the first request, so that the server also runs unbundled. */
export async function consoleFiles(): Promise<
  ReadonlyMap<string, { readonly type: string; readonly text: string }>
> {
  const files = import.meta.glob('./console/*', { query: '?raw', import: 'default' });
  const read = Object.entries(files).map(async ([path, load]) => {
    const name = path.slice('./console/'.length);
    const type = `${types[name.split('.').at(-1) ?? '']}; charset=utf-8`;
    return [name, { type, text: await load() }] as const;
  });
  return new Map(await Promise.all(read));
}
