import type { AppHandler } from '../host/host.ts';
import { createAppFiles } from './app-files.ts';
import { createMedia } from './media.ts';
import type { Timed } from './read-times.ts';

/** Serves everything that the renderer can request: its own files, the store's media, and pictures of web pages. */
export function createAppHandler(folders: {
  /** The built renderer. */
  readonly renderer: string;
  readonly dataDir: string;
  /** Around each read of media. */
  readonly timed?: Timed;
  /** Serves paths below `snapshots/`. */
  readonly snapshots?: AppHandler;
}): AppHandler {
  const files = createAppFiles(folders.renderer);
  const media = createMedia(folders.dataDir, folders.timed);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 });
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/media/')) return media(request);
    return pathname.startsWith('/snapshots/') && folders.snapshots
      ? folders.snapshots(request)
      : files(request);
  };
}
