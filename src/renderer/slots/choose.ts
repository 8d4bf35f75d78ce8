import { AudioSlot } from './audio.ts';
import { ImageSlot } from './image.ts';
import { PageSlot } from './page.ts';
import { PdfSlot } from './pdf.ts';
import { type Slot, SlotFailure, type SlotNeeds } from './slot.ts';
import { TextSlot } from './text.ts';
import { VideoSlot } from './video.ts';

export function chooseSlot(needs: SlotNeeds): Slot {
  const { content } = needs.cue;
  switch (content.kind) {
    case 'image':
      return new ImageSlot(needs, content.source);
    case 'video':
      return new VideoSlot(needs, content.source);
    case 'audio':
      return new AudioSlot(needs, content.source);
    case 'page':
      return new PageSlot(needs, content.address);
    case 'pdf':
      return new PdfSlot(needs, content.source);
    case 'text':
      return new TextSlot(needs, content.source);
    case 'absent':
      throw new SlotFailure('absent: its bytes are not here');
  }
}
