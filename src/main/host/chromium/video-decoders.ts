import * as v from 'valibot';
import type { VideoDecoder } from '../../../shared/video-decoder.ts';
import { Recent } from '../../ground/recent.ts';
import type { CdpEvent, CdpSession } from './cdp.ts';

/** The browser drops the players of earlier items late, and those of a dead renderer never. */
const mostPlayers = 50;

const load = v.object({ event: v.literal('kLoad'), url: v.string() });

interface Player {
  readonly address?: string;
  readonly name?: string;
  readonly isHardware?: boolean;
}

/** Learns from the browser which decoder works on each video of the stage. Videos in web pages have other sessions. */
export class VideoDecoders {
  readonly #page: CdpSession;
  readonly #found: (address: string, decoder: VideoDecoder) => void;
  readonly #players = new Recent<Player>(mostPlayers);

  constructor(page: CdpSession, found: (address: string, decoder: VideoDecoder) => void) {
    this.#page = page;
    this.#found = found;
  }

  handle({ method, params, sessionId }: CdpEvent): void {
    if (sessionId !== this.#page.id) return;
    if (method === 'Media.playerEventsAdded')
      for (const { value } of params.events) this.#learn(params.playerId, loaded(value));
    if (method === 'Media.playerPropertiesChanged') {
      const property = (wanted: string) => params.properties.find(({ name }) => name === wanted)?.value;
      const name = property('kVideoDecoderName');
      const isPlatform = property('kIsPlatformVideoDecoder');
      this.#learn(params.playerId, {
        ...(name === undefined ? {} : { name: name.slice(0, 100) }),
        ...(isPlatform === undefined ? {} : { isHardware: isPlatform === 'true' }),
      });
    }
  }

  #learn(id: string, news: Player): void {
    if (Object.keys(news).length === 0) return;
    const player = { ...this.#players.get(id), ...news };
    this.#players.set(id, player);
    const { address, name, isHardware = false } = player;
    if (address !== undefined && name !== undefined) this.#found(address, { name, isHardware });
  }
}

/** Each event is JSON; only the one with the address matters. */
function loaded(value: string): Player {
  if (!value.includes('kLoad')) return {};
  try {
    const event = v.safeParse(load, JSON.parse(value));
    return event.success ? { address: event.output.url } : {};
  } catch {
    // Text of the browser, which a later version may write differently.
    return {};
  }
}
