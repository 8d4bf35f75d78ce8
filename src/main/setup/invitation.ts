import type { Words } from '../../shared/languages/words.ts';
import type { Invitation } from '../../shared/messages.ts';
import type { OwnNetwork } from './network.ts';
import { qrCode } from './qr.ts';

interface SetupState {
  readonly network: OwnNetwork;
  /** Where the player listens; null while it does not. */
  readonly authority: string | null;
  readonly key: Uint8Array;
  /** Null: it is no longer taken. */
  readonly pin: string | null;
  readonly isOpen: boolean;
  readonly isVisited: boolean;
  readonly chosen: string | null;
}

/** What the screen says to whoever stands before it with a phone. */
export function invitationOf({ say }: Words, state: SetupState): Invitation {
  const { authority, pin } = state;
  if (authority === null)
    return { code: null, steps: [], typed: [], state: `${whyNot(say, state)} ${say('setup.screen.usb')}` };
  return {
    code: qrCode(`http://${authority}/setup#${Buffer.from(state.key).toString('base64url')}`),
    steps: [say('setup.screen.step.network'), say('setup.screen.step.scan')],
    typed: [
      { label: say('setup.screen.address'), value: authority },
      ...(pin === null
        ? []
        : [{ label: say('setup.screen.pin'), value: `${pin.slice(0, 3)} ${pin.slice(3)}` }]),
    ],
    state: howFar(say, state),
  };
}

function whyNot(say: Words['say'], { isOpen, network }: SetupState): string {
  if (!isOpen) return say('setup.screen.closed');
  if (network.state === 'there') return say('setup.screen.connected');
  return say(network.state === 'no-address' ? 'setup.screen.no-address' : 'setup.screen.no-network');
}

function howFar(say: Words['say'], { chosen, isVisited, pin }: SetupState): string {
  if (chosen !== null) return say('setup.screen.chosen', { name: chosen });
  if (isVisited) return say('setup.screen.visited');
  return pin === null ? say('setup.screen.pins') : say('setup.screen.connected');
}
