import { AudioSlot } from './audio.ts';
import { ImageSlot } from './image.ts';
import { PageSlot } from './page.ts';
import { PdfSlot } from './pdf.ts';
import { type Slot, SlotFailure, type SlotOrder } from './slot.ts';
import { TextSlot } from './text.ts';
import { VideoSlot } from './video.ts';

/** The slot for a cue, by the kind of its content. */
export function chooseSlot(order: SlotOrder): Slot {
  const { content } = order.cue;
  switch (content.kind) {
    case 'image':
      return new ImageSlot(order, content.source);
    case 'video':
      return new VideoSlot(order, content.source);
    case 'audio':
      return new AudioSlot(order, content.source);
    case 'page':
      return new PageSlot(order, content.address);
    case 'pdf':
      return new PdfSlot(order, content.source);
    case 'text':
      return new TextSlot(order, content.source);
    case 'absent':
      throw new SlotFailure('absent: its bytes are not here');
  }
}
