// The show of the bench as a layout of the peer: one region whose widgets play in a loop.
import { build } from 'vite';
import type { ShownItem } from '../stage/analysis.ts';
import { fileOf } from './packages.ts';

/** A page that plays the layout when `start()` is called. `site`: address of the web pages. */
export async function layoutPage(folder: string, items: readonly ShownItem[], site: string): Promise<string> {
  const script = await bundle(folder);
  return `<!doctype html><style>body{margin:0;background:#000}</style><div id="player"></div><script type="module">
${script.replaceAll('</script', '<\\/script')}
const media = ${JSON.stringify(Object.fromEntries(items.map((item) => [item.id, fileName(item)])))};
const options = { getMediaUrl: async (id) => new URL(media[id], location.href).href, logLevel: 'error' };
const renderer = new RendererLite({}, document.querySelector('#player'), options);
globalThis.start = () => renderer.renderLayout(${JSON.stringify(layoutOf(items, site))}, 1);
</script>`;
}

async function bundle(folder: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry: fileOf(folder, '@xiboplayer/renderer/src/renderer-lite.js'), formats: ['es'] },
      // For streams and documents, which the show has none of.
      rolldownOptions: { external: ['hls.js', 'pdfjs-dist'] },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const code = output && 'output' in output ? output.output[0].code : '';
  // Within the page the class is a name of the same script.
  return code.slice(0, code.lastIndexOf('export {'));
}

function fileName({ id, kind }: ShownItem): string {
  return kind === 'video' ? `clip-${id}.mp4` : `image-${id}.png`;
}

function layoutOf(items: readonly ShownItem[], site: string): string {
  // The layout itself lasts longer than the recording: its region loops.
  return `<layout schemaVersion="3" width="1280" height="720" duration="100000" bgcolor="#000000">
<region id="1" width="1280" height="720" top="0" left="0">${items.map((item) => widget(item, site)).join('')}</region></layout>`;
}

function widget({ id, kind, durationMs }: ShownItem, site: string): string {
  const [type, options] =
    kind === 'page'
      ? ['webpage', `<uri>${encodeURIComponent(`${site}/${id}`)}</uri>`]
      : [kind, '<mute>1</mute>'];
  return `<media id="${id}" fileId="${id}" type="${type}" duration="${durationMs / 1000}" useDuration="1"><options>${options}</options></media>`;
}
