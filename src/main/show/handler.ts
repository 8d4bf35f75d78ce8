import type { AppHandler } from '../host/host.ts';
import { createAppFiles } from './app-files.ts';
import { createMedia } from './media.ts';

/** All that the renderer can ask for: its own files, and the store's media below `media/`. */
export function createAppHandler(folders: {
  /** The built renderer. */
  readonly renderer: string;
  readonly dataDir: string;
}): AppHandler {
  const files = createAppFiles(folders.renderer);
  const media = createMedia(folders.dataDir);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 });
    return new URL(request.url).pathname.startsWith('/media/') ? media(request) : files(request);
  };
}
