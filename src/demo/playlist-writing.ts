import type { DemoContent } from './content.ts';
import { type Exchange, HttpProblem, readJson } from './http.ts';
import type { Playlist } from './records.ts';

const longestName = 255;
const longestComment = 10_000;

/** Answers with just the six fields that are documented. */
export async function createPlaylist(exchange: Exchange, content: DemoContent): Promise<Partial<Playlist>> {
  const { name, comment = '' } = await playlistValues(exchange);
  if (name === undefined) throw invalid('name', 'The name is missing.');
  const { id, company_id, created_at, updated_at } = content.addPlaylist({ name, comment });
  return { name, comment, company_id, created_at, updated_at, id };
}

/** Takes what is given and leaves the rest as it is. */
export async function updatePlaylist(
  exchange: Exchange,
  content: DemoContent,
  id: number,
): Promise<Playlist> {
  return content.changePlaylist(id, await playlistValues(exchange));
}

async function playlistValues(exchange: Exchange): Promise<{ name?: string; comment?: string | null }> {
  const body = await readJson(exchange);
  const values: { name?: string; comment?: string | null } = {};
  if (body.name !== undefined) {
    if (typeof body.name !== 'string' || body.name.trim() === '')
      throw invalid('name', 'The name must be text.');
    if (body.name.length > longestName) throw invalid('name', `At most ${longestName} characters.`);
    values.name = body.name;
  }
  if (body.comment === null) values.comment = null;
  else if (body.comment !== undefined) {
    if (typeof body.comment !== 'string') throw invalid('comment', 'The comment must be text.');
    if (body.comment.length > longestComment)
      throw invalid('comment', `At most ${longestComment} characters.`);
    values.comment = body.comment;
  }
  return values;
}

/** As most services of this kind report it: 422, and the reasons by field. */
export function invalid(field: string, reason: string): HttpProblem {
  return new HttpProblem(422, 'The given data was invalid.', { errors: { [field]: [reason] } });
}
