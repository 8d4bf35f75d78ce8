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
  /** The number that the phone shows which is there; null: none is. */
  readonly visitor: string | null;
  readonly chosen: string | null;
  /** Whether what is typed at the screen is heard. */
  readonly hasKeyboard: boolean;
  /** Whether a Wi-Fi can be chosen there. */
  readonly hasWifi: boolean;
}

/** What the screen says to whoever stands before it with a phone. */
export function invitationOf({ say }: Words, state: SetupState): Invitation {
  const { authority, pin } = state;
  const network = state.network.state;
  const also = state.hasKeyboard ? [say('setup.screen.keyboard')] : [];
  if (authority === null)
    return {
      code: null,
      steps: [],
      typed: [],
      state: whyNot(say, state),
      // Who may choose a Wi-Fi has been told of the keyboard.
      also: [say('setup.screen.usb'), ...(network === 'none' && state.hasWifi ? [] : also)],
    };
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
    also,
  };
}

function whyNot(say: Words['say'], { isOpen, network, hasKeyboard, hasWifi }: SetupState): string {
  if (!isOpen) return say('setup.screen.closed');
  if (network.state === 'there') return say('setup.screen.connected');
  if (network.state === 'no-address') return say('setup.screen.no-address');
  return say(hasWifi && hasKeyboard ? 'setup.screen.no-network.wifi' : 'setup.screen.no-network');
}

function howFar(say: Words['say'], { chosen, visitor, pin }: SetupState): string {
  // The number stays to the end: the phone says all the time that it is to be compared.
  const told = [
    ...(chosen === null ? [] : [say('setup.screen.chosen', { name: chosen })]),
    ...(visitor === null ? [] : [say('setup.screen.visited', { check: visitor })]),
  ];
  if (told.length > 0) return told.join(' ');
  return pin === null ? say('setup.screen.pins') : say('setup.screen.connected');
}
