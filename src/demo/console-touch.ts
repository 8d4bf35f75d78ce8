import * as v from 'valibot';
import type { DemoContent } from './content.ts';
import { HttpProblem } from './problem.ts';

const range = 'The show returns after 15 up to 3,600 seconds.';

/** What a touch of the screen opens. */
export const touchFields = {
  interaction_enabled: v.picklist([0, 1]),
  interaction_timeout: v.nullable(v.pipe(v.number(range), v.minValue(15, range), v.maxValue(3_600, range))),
  interactive_website: v.nullable(
    v.pipe(
      v.string(),
      v.maxLength(2_048, 'The address is too long.'),
      v.check(
        (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
        'The address must begin with http:// or https://.',
      ),
    ),
  ),
  mediafile_id_as_interaction_website: v.nullable(v.pipe(v.number(), v.integer())),
};

export function mustBePage(content: DemoContent, mediaFileId: number | null | undefined): void {
  if (mediaFileId === null || mediaFileId === undefined) return;
  if (content.mediaFiles.get(mediaFileId)?.attachable_type !== 'Website')
    throw new HttpProblem(422, 'There is no such web page in the library.');
}
