import { ImageSlot } from './image.ts';
import { PageSlot } from './page.ts';
import { type Slot, SlotFailure, type SlotOrder } from './slot.ts';
import { VideoSlot } from './video.ts';

/** The slot for a cue, by the kind of its content. */
export function chooseSlot(order: SlotOrder): Slot {
  const { content } = order.cue;
  switch (content.kind) {
    case 'image':
      return new ImageSlot(order, content.source);
    case 'video':
      return new VideoSlot(order, content.source);
    case 'page':
      return new PageSlot(order, content.address);
    default:
      throw new SlotFailure(`unsupported: this player cannot show ${content.kind}`);
  }
}
