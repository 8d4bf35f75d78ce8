import type { Words } from '../../shared/languages/words.ts';
import type { Invitation } from '../../shared/messages.ts';
import type { OwnNetwork } from './network.ts';
import { qrCode } from './qr.ts';

interface SetupState {
  readonly network: OwnNetwork;
  /** Address and port for phones; null while not listening. */
  readonly authority: string | null;
  readonly key: Uint8Array;
  /** Null: the PIN is spent. */
  readonly pin: string | null;
  readonly isOpen: boolean;
  /** The check number on the connected phone; null: none connected. */
  readonly visitor: string | null;
  readonly chosen: string | null;
  /** Whether a keyboard works at the screen. */
  readonly hasKeyboard: boolean;
  /** Whether Wi-Fi can be chosen by keyboard. */
  readonly hasWifi: boolean;
}

/** The text of the setup screen. */
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
      // The Wi-Fi text already mentions the keyboard.
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
  if (network.state === 'public') return say('setup.screen.public', { address: network.address });
  if (network.state === 'not-own') return say('setup.screen.not-own', { address: network.address });
  return say(hasWifi && hasKeyboard ? 'setup.screen.no-network.wifi' : 'setup.screen.no-network');
}

function howFar(say: Words['say'], { chosen, visitor, pin }: SetupState): string {
  // The number stays to the end: the phone requests its comparison all the time.
  const lines = [
    ...(chosen === null ? [] : [say('setup.screen.chosen', { name: chosen })]),
    ...(visitor === null ? [] : [say('setup.screen.visited', { check: visitor })]),
  ];
  if (lines.length > 0) return lines.join(' ');
  return pin === null ? say('setup.screen.pins') : say('setup.screen.connected');
}
