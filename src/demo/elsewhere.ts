import { Hono } from 'hono';
import { apiPrefix } from './api.ts';
import { Downloads } from './downloads.ts';
import { type Env, idIn, jsonAnswer } from './http.ts';
import { nothingHere } from './problem.ts';
import type { Shape, ShapeNeeds } from './shape.ts';

/** The other origin: files without a token, and lists for variants whose next page is there. */
export function elsewhereApp(needs: ShapeNeeds & { readonly shape: Shape }): Hono<Env> {
  const { content, shape } = needs;
  const downloads = new Downloads(needs, shape);
  const app = new Hono<Env>();
  app.all('/files/:id{[0-9]+}', (context) => {
    const row = content.mediaFiles.get(idIn(context));
    if (!row) throw nothingHere();
    return downloads.bytes(context, row);
  });
  app.all(`${apiPrefix}/*`, () => {
    return jsonAnswer([...content.playlists.values()].map((playlist) => shape.playlist(playlist, false)));
  });
  return app;
}
