import { expect, test } from 'vitest';
import { keysFor, offerFor, seal, secretWith, unseal } from '../../src/main/setup/channel.ts';
import { Reception } from '../../src/main/setup/reception.ts';
import type { PinOffer } from '../../src/shared/setup.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { TestPhone } from './support.ts';

const minute = 60_000;

function opened() {
  const clock = new ManualClock();
  const reception = new Reception(clock);
  const offer = (address = '192.0.2.1'): PinOffer => {
    clock.pass(1_000);
    const made = reception.offer(address);
    if ('turned' in made) throw new Error(made.turned);
    return made;
  };
  const withCode = () => TestPhone.withCode(reception.codeKey);
  const withPin = (pin = reception.pin) => TestPhone.withPin(pin, offer());
  const wrongPin = () => withPin(reception.pin === '000000' ? '111111' : '000000');
  return { clock, reception, offer, withCode, withPin, wrongPin };
}

test('a phone with the code and a phone with the PIN are admitted, and get sealed answers', () => {
  for (const way of ['withCode', 'withPin'] as const) {
    const { reception, [way]: phone } = opened();
    const made = phone();
    const ask = made.says({ act: 'look' });
    const heard = reception.hear(ask);
    if ('turned' in heard) throw new Error(heard.turned);
    expect(JSON.parse(heard.text)).toEqual({ act: 'look' });
    expect(made.opens(ask, heard.seal('{"name":"Foyer"}'))).toEqual({ name: 'Foyer' });
    expect(reception.check).toBe(made.check);
    expect(made.check).toMatch(/\d/);
  }
});

test('five wrong PINs lock the PIN, and the code still admits a phone', () => {
  const { reception, withCode, withPin, wrongPin, offer } = opened();
  const [early, spare] = [withPin(), offer()];
  for (const turned of ['wrong-pin', 'wrong-pin', 'wrong-pin', 'wrong-pin', 'no-more-pins'])
    expect(reception.hear(wrongPin().says({}))).toEqual({ turned });
  expect(reception.pinIsSpent).toBe(true);
  expect(reception.offer('192.0.2.1')).toEqual({ turned: 'no-more-pins' });
  expect(reception.hear(early.says({}))).toEqual({ turned: 'no-more-pins' });
  expect(reception.hear(TestPhone.withPin(reception.pin, spare).says({}))).toEqual({
    turned: 'no-more-pins',
  });
  expect(reception.hear(withCode().says({}))).toHaveProperty('text');
});

test('an offer serves one attempt, and an overheard message cannot be replayed', () => {
  const { reception, clock, withPin, offer } = opened();
  const first = offer();
  expect(reception.hear(TestPhone.withPin('none', first).says({}))).toEqual({ turned: 'wrong-pin' });
  expect(reception.hear(TestPhone.withPin(reception.pin, first).says({}))).toEqual({ turned: 'again' });
  const phone = withPin();
  const sealed = phone.says({});
  expect(reception.hear(sealed)).toHaveProperty('text');
  expect(reception.hear(sealed)).toEqual({ turned: 'again' });
  expect(reception.hear(phone.says({}))).toHaveProperty('text');
  // Also after it has gone: its count is kept.
  clock.pass(minute);
  expect(reception.hear(sealed)).toEqual({ turned: 'again' });
});

test('a foreign message and another spelling of the session do not affect the connected phone', () => {
  const { reception, withPin } = opened();
  const phone = withPin();
  expect(reception.hear(phone.says({}))).toHaveProperty('text');
  const sealed = phone.says({});
  expect(reception.hear({ ...sealed, box: 'A'.repeat(40) })).toEqual({ turned: 'again' });
  expect(reception.hear({ ...sealed, session: `${sealed.session}=` })).toEqual({ turned: 'again' });
  expect(reception.pinIsSpent).toBe(false);
  expect(reception.hear(sealed)).toHaveProperty('text');
});

test('a code that is not on the screen is wrong, and does not count as a PIN', () => {
  const { reception } = opened();
  for (let tries = 0; tries < 6; tries++)
    expect(reception.hear(TestPhone.withCode(new Uint8Array(32)).says({}))).toEqual({ turned: 'wrong-code' });
  expect(reception.pinIsSpent).toBe(false);
});

test('a second phone waits until the first one has been silent for 45 s', () => {
  const { reception, clock, withCode } = opened();
  const [first, second] = [withCode(), withCode()];
  expect(reception.hear(first.says({}))).toHaveProperty('text');
  clock.pass(44_999);
  expect(reception.hear(second.says({}))).toEqual({ turned: 'busy' });
  expect(reception.offer('192.0.2.1')).toEqual({ turned: 'busy' });
  clock.pass(1);
  expect(reception.isVisited).toBe(false);
  expect(reception.check).toBeNull();
  expect(reception.hear(second.says({}))).toHaveProperty('text');
  expect(reception.check).toBe(second.check);
});

test('a phone that left and came back is admitted: with its session at any time, as a new phone 45 s later, however often it tries', () => {
  const { reception, clock, withCode } = opened();
  const left = withCode();
  expect(reception.hear(left.says({}))).toHaveProperty('text');
  clock.pass(5 * minute);
  expect(reception.hear(left.says({}))).toHaveProperty('text');
  const back = withCode();
  for (let second = 0; second < 45; second++) {
    expect(reception.hear(back.says({}))).toEqual({ turned: 'busy' });
    clock.pass(1_000);
  }
  expect(reception.hear(back.says({}))).toHaveProperty('text');
});

test('setup closes after a quarter of an hour, and after half an hour with a phone connected', () => {
  const { reception, clock, withCode } = opened();
  const phone = withCode();
  clock.pass(15 * minute - 1);
  expect(reception.hear(phone.says({}))).toHaveProperty('text');
  for (let halves = 0; halves < 29; halves++) {
    clock.pass(30_000);
    expect(reception.hear(phone.says({}))).toHaveProperty('text');
  }
  clock.pass(30_001);
  expect(reception.hear(phone.says({}))).toEqual({ turned: 'closed' });
  expect(reception.offer('192.0.2.1')).toEqual({ turned: 'closed' });
});

test('setup closes after a quarter of an hour without a phone', () => {
  const { reception, clock, withCode } = opened();
  clock.pass(15 * minute);
  expect(reception.isOpen).toBe(false);
  expect(reception.hear(withCode().says({}))).toEqual({ turned: 'closed' });
});

test('phones are refused while a person is at the keyboard', () => {
  const { reception, withCode } = opened();
  reception.isAtKeyboard = true;
  expect(reception.hear(withCode().says({}))).toEqual({ turned: 'keyboard' });
  expect(reception.offer('192.0.2.1')).toEqual({ turned: 'keyboard' });
});

test('the oldest of 64 offers makes way for a new one', () => {
  const { reception, offer } = opened();
  const offers = Array.from({ length: 65 }, () => offer());
  const sealed = (index: number) =>
    reception.hear(TestPhone.withPin(reception.pin, offers[index] as PinOffer).says({}));
  expect(sealed(0)).toEqual({ turned: 'again' });
  expect(sealed(1)).toHaveProperty('text');
});

test('a sealed message opens only with its own key and count, unchanged and whole', () => {
  const { fromPhone, fromPlayer } = keysFor(new Uint8Array(32), new Uint8Array(16));
  const box = seal(fromPhone, 3, 'Grüße');
  expect(unseal(fromPhone, 3, box)).toBe('Grüße');
  expect(unseal(fromPhone, 4, box)).toBeNull();
  expect(unseal(fromPlayer, 3, box)).toBeNull();
  expect(unseal(fromPhone, 3, `${box.slice(0, -4)}AAAA`)).toBeNull();
  expect(unseal(fromPhone, 3, box.slice(0, 20))).toBeNull();
  expect(unseal(fromPhone, 3, '')).toBeNull();
  expect(unseal(fromPhone, 1, seal(fromPhone, 1, ''))).toBe('');
});

test('a half that is not a point on the curve gives no secret', () => {
  expect(secretWith(offerFor('123456'), new Uint8Array(32))).toBeNull();
});
