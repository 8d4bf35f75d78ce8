/** The files of the page as text. Read when the page is first asked for: without it the server runs unbundled too. */
export async function consoleFiles(): Promise<
  ReadonlyMap<string, { readonly type: string; readonly text: string }>
> {
  const script = 'text/javascript; charset=utf-8';
  const files: readonly (readonly [
    name: string,
    type: string,
    text: Promise<{ readonly default: string }>,
  ])[] = [
    ['index.html', 'text/html; charset=utf-8', import('./console/index.html?raw')],
    ['console.css', 'text/css; charset=utf-8', import('./console/console.css?raw')],
    ['console.js', script, import('./console/console.js?raw')],
    ['element.js', script, import('./console/element.js?raw')],
    ['server.js', script, import('./console/server.js?raw')],
    ['words.js', script, import('./console/words.js?raw')],
    ['sidebar.js', script, import('./console/sidebar.js?raw')],
    ['drag.js', script, import('./console/drag.js?raw')],
    ['thumbnail.js', script, import('./console/thumbnail.js?raw')],
    ['playlist.js', script, import('./console/playlist.js?raw')],
    ['entry-editor.js', script, import('./console/entry-editor.js?raw')],
    ['library.js', script, import('./console/library.js?raw')],
    ['upload.js', script, import('./console/upload.js?raw')],
  ];
  return new Map(
    await Promise.all(
      files.map(async ([name, type, text]) => [name, { type, text: (await text).default }] as const),
    ),
  );
}
