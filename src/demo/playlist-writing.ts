import type { DemoContent } from './content.ts';
import { idIn, type RequestContext, readJson } from './http.ts';
import { invalid } from './problem.ts';
import type { Playlist } from './records.ts';

const longest = { name: 255, comment: 10_000 };

/** Accepts and answers the six documented fields only. */
export async function createPlaylist(
  context: RequestContext,
  content: DemoContent,
): Promise<Partial<Playlist>> {
  const { name, comment = '' } = await playlistValues(context);
  if (name === undefined) throw invalid('name', 'The name is missing.');
  const { id, company_id, created_at, updated_at } = content.addPlaylist({ name, comment });
  return { name, comment, company_id, created_at, updated_at, id };
}

/** Changes the given fields only. */
export async function updatePlaylist(context: RequestContext, content: DemoContent): Promise<Playlist> {
  return content.changePlaylist(idIn(context), await playlistValues(context));
}

async function playlistValues(context: RequestContext): Promise<{ name?: string; comment?: string | null }> {
  const { name, comment } = await readJson(context);
  if (typeof name === 'string' && name.trim() === '') throw invalid('name', 'The name must be text.');
  return {
    ...(name === undefined ? {} : { name: text('name', name) }),
    ...(comment === undefined ? {} : { comment: comment === null ? null : text('comment', comment) }),
  };
}

function text(field: 'name' | 'comment', value: unknown): string {
  if (typeof value !== 'string') throw invalid(field, `The ${field} must be text.`);
  if (value.length > longest[field]) throw invalid(field, `At most ${longest[field]} characters.`);
  return value;
}
