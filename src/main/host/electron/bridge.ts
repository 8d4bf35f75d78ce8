import type { ToScreen } from '../../../shared/messages.ts';
import type { Log } from '../../ground/log.ts';
import { HeldMessages } from '../held-messages.ts';
import type { WindowEvents } from '../host.ts';
import { isAppAddress } from './address.ts';
import type { ContentsApi } from './api.ts';
import { fromScreen, toScreen } from './channels.ts';

export interface BridgeNeeds {
  readonly contents: ContentsApi;
  readonly screenId: string;
  readonly events: WindowEvents;
  readonly log: Log;
}

/** Main's end of the bridge to the app's document in one window. */
export class Bridge {
  readonly #contents: ContentsApi;
  /** For a document that does not exist yet: Electron would drop the messages. */
  readonly #held = new HeldMessages();
  #isThere = false;
  /** Settles when the document may play sound; messages of its stage wait for it. */
  #soundGranted: Promise<void> = Promise.resolve();

  constructor({ contents, screenId, events, log }: BridgeNeeds) {
    this.#contents = contents;
    contents.on('did-navigate', () => {
      this.#soundGranted = grantSound(contents, log);
    });
    contents.on('dom-ready', () => {
      this.#isThere = true;
      for (const message of this.#held.release()) this.send(message);
    });
    contents.on('render-process-gone', () => this.reset());
    contents.ipc.on(fromScreen, ({ senderFrame }, message: unknown) => {
      if (!senderFrame || senderFrame.parent !== null || !isAppAddress(senderFrame.url)) {
        log.state(`sender ${screenId}`, 'foreign', 'warn', 'A message from a foreign frame was refused');
        return;
      }
      void this.#soundGranted.then(() => events.message(message));
    });
  }

  send(message: ToScreen): void {
    if (!this.#isThere) this.#held.hold(message);
    else this.#contents.send(toScreen, message);
  }

  /** The document is gone; messages for it are dropped. */
  reset(): void {
    this.#isThere = false;
    this.#held.release();
  }
}

/**
 * A document may play sound after a user gesture; an empty script run with a gesture counts as one. It applies to the
 * app's document alone: frames of other origins stay silent.
 */
function grantSound(contents: ContentsApi, log: Log): Promise<void> {
  return contents.mainFrame.executeJavaScript('0', true).then(
    () => undefined,
    (error) => log.debug('The stage could not get permission for sound', { error }),
  );
}
