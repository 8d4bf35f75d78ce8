import * as v from 'valibot';
import { bytesInMemory } from './bytes.ts';
import { type Body, flag, given, id, parse, refused } from './console-edits.ts';
import { mustBePage, touchFields } from './console-touch.ts';
import type { DemoContent } from './content.ts';
import type { DeviceGroup, MediaFile } from './records.ts';

const line = v.nullable(v.pipe(v.string(), v.maxLength(500, 'A command has at most 500 characters.')));
const percent = 'The opacity is a number from 0 to 100.';

const settings = v.partial(
  v.strictObject({
    rotation: v.picklist([0, 90, 180, 270]),
    channel_logo_media_file_id: v.nullable(id),
    channel_logo_position: v.picklist(['top_left', 'top_right', 'bottom_left', 'bottom_right']),
    channel_logo_opacity: v.nullable(
      v.pipe(v.number(percent), v.minValue(0, percent), v.maxValue(100, percent)),
    ),
    ...touchFields,
    is_rs232_enabled: flag,
    rs232_baud: v.picklist([1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200]),
    rs232_data_bits: v.picklist([7, 8]),
    rs232_parity: v.picklist(['none', 'even', 'odd']),
    rs232_stop_bits: v.picklist([1, 2]),
    rs232_format: v.picklist(['text', 'hex']),
    rs232_display_on: line,
    rs232_display_off: line,
  }),
);

/** What is set for all screens of a group, besides what they play. */
export function groupSettings(content: DemoContent, body: Body): Partial<DeviceGroup> {
  const values = given(parse(settings, body));
  mustBePage(content, values.mediafile_id_as_interaction_website);
  const logo = values.channel_logo_media_file_id;
  if (logo === undefined) return values;
  if (logo !== null && !content.mediaFiles.has(logo)) throw refused('There is no such media file.');
  return { ...values, is_channel_logo_active: logo === null ? 0 : 1 };
}

const mostThumbnail = 200_000;

/** Media that only the service can draw: players show its thumbnail instead. */
export function drawnMedia(content: DemoContent, body: Body): MediaFile {
  const { name, kind, thumbnail } = parse(
    v.strictObject({
      name: v.pipe(
        v.string(),
        v.trim(),
        v.nonEmpty('Enter a name.'),
        v.maxLength(255, 'A name has at most 255 characters.'),
      ),
      kind: v.picklist(['Template', 'Content']),
      thumbnail: v.pipe(
        v.string(),
        v.base64('The thumbnail is not an image.'),
        v.maxLength(mostThumbnail, 'The thumbnail is too large.'),
      ),
    }),
    body,
  );
  return content.addDrawn(kind, name, bytesInMemory(Buffer.from(thumbnail, 'base64'), Date.now()));
}
