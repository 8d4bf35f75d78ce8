import type { Bridge, FromScreen, Standby, ToScreen } from '../shared/messages.ts';
import { defaultScreenSettings, type Programme, type ScreenSettings } from '../shared/programme.ts';
import { Blackout } from './blackout.ts';
import { openBridge } from './bridge.ts';
import { StageClock } from './clock.ts';
import { verdictsOn } from './decoders.ts';
import { atFirstSight } from './first-sight.ts';
import { FrameCounter, type Heart, startHeartbeat } from './heartbeat.ts';
import { Interrupts } from './interrupts/interrupts.ts';
import { CornerLogo } from './logo.ts';
import { forbidGestures } from './manners.ts';
import { Overlay } from './overlay.ts';
import { factsOf } from './overlay-facts.ts';
import { becomeSlow } from './pace.ts';
import { IdentifyBoard } from './screens/identify.ts';
import { ServiceBoard } from './screens/service.ts';
import { resting, StandbyScreen, starting } from './screens/standby.ts';
import { failPages } from './slots/page.ts';
import { placeSurface } from './surface.ts';
import { TickerBar } from './ticker.ts';
import { Zones } from './zones.ts';
import './stage.css';

/** Null until the host is connected; nothing is sent before. */
let bridge: Bridge | null = null;
let heart: Heart | null = null;
const send = (message: FromScreen): void => {
  bridge?.send(message);
  if (message.type === 'preparing' || message.type === 'started') heart?.wake();
};

const surface = document.createElement('main');
document.body.append(surface);
const clock = new StageClock();
const frames = new FrameCounter();
const standby = new StandbyScreen();
const ticker = new TickerBar(() => clock.epoch());
const logo = new CornerLogo();
const zones = new Zones({ surface, clock, report: send, covered: (covered) => standby.cover(covered) });
const interrupts = new Interrupts({ surface, clock, report: send });
const board = new IdentifyBoard((visible) => frames.countAll(visible || overlay.element.hidden === false));
const overlay = new Overlay(
  () => factsOf(zones.all, frames, clock),
  (visible) => frames.countAll(visible),
);
const service = new ServiceBoard();
document.body.append(service.element);
surface.append(...[standby, ticker, logo, interrupts, board, overlay].map(({ element }) => element));

/** The standby screen that main wants; `starting` ends as soon as there is a programme. */
let wantedStandby: Standby = starting;
/** Standby is correct when nothing is due or main has given a reason, but not while the first item is made ready. */
const standbyIsTrue = (): boolean =>
  zones.programmeId === null ? wantedStandby !== starting && wantedStandby.kind !== 'idle' : zones.isIdle;
/** A wanted black screen counts as correct content. */
const sight = {
  shown: () => (blackout.isOn ? 'black' : zones.shown),
  standsBy: standbyIsTrue,
};
const showStandby = (): void =>
  standby.show(
    wantedStandby.kind === 'starting' && zones.programmeId !== null ? resting(wantedStandby) : wantedStandby,
  );

const blackout = new Blackout(surface);
let settings = defaultScreenSettings;
function play(programmes: readonly Programme[]): void {
  ticker.show(blackout.isOn ? null : settings.ticker);
  const finishes = settings.atBoundary === 'finish';
  for (const programme of programmes) zones.play(programme, finishes, blackout.isOn);
  showStandby();
}

function black(isBlack: boolean): void {
  if (blackout.isOn === isBlack) return;
  interrupts.black(isBlack);
  if (isBlack) blackout.on();
  else blackout.off((show) => atFirstSight(sight, show));
  if (zones.programmes.length > 0) play(zones.programmes);
}

function applySettings(wanted: ScreenSettings): void {
  settings = wanted;
  placeSurface(surface, settings);
  zones.adjust(settings);
  ticker.show(settings.ticker);
  logo.show(settings.logo);
  interrupts.adjust(settings);
}

function receive(message: ToScreen): void {
  if (message.type !== 'clock') heart?.wake();
  switch (message.type) {
    case 'programme':
      applySettings(message.settings);
      verdictsOn(message.programme.streams ?? []).then(
        (verdicts) => send({ type: 'streams', ...verdicts }),
        console.warn,
      );
      play([message.programme]);
      break;
    case 'standby':
      wantedStandby = message.standby;
      if (zones.programmes.length === 0 && wantedStandby.rotation !== undefined)
        placeSurface(surface, { ...settings, rotation: wantedStandby.rotation });
      showStandby();
      break;
    case 'clock':
      becomeSlow(message.slowness);
      if (clock.learn(message.echo, message.epochMs)) zones.clockMoved();
      break;
    case 'page-failed':
      failPages(message.address, message.reason);
      break;
    case 'follow':
      // The covered standby screen must not animate: while it moves, the browser delays other pictures by up to a
      // second.
      if (message.standsBy) standby.cover(true);
      zones.follow(message);
      break;
    case 'take-over':
      zones.takeOver(message.at);
      break;
    case 'yield':
      zones.yield(message.zone ?? '', message.showingId);
      break;
    case 'leave':
      zones.leave(message.at);
      break;
    case 'carry-on':
      zones.carryOn();
      break;
    case 'black':
      black(message.isBlack);
      break;
    case 'interrupts':
      interrupts.show(message.shown);
      break;
    case 'service':
      service.show(message.shown);
      break;
    case 'overlay':
      overlay.show(message.visible);
      break;
    case 'identify':
      board.show(message.shown, message.forMs);
      break;
    default:
      message satisfies never;
  }
}

applySettings(defaultScreenSettings);
window.addEventListener('resize', () => {
  const { rotation } = zones.programmes.length === 0 ? wantedStandby : settings;
  placeSurface(surface, { ...settings, rotation: rotation ?? settings.rotation });
  zones.place(settings);
  interrupts.adjust(settings);
});
forbidGestures((event) => {
  if (event.ctrlKey && event.altKey && event.code === 'KeyO') overlay.toggle();
});
bridge = await openBridge();
// Only now: a page without a host would otherwise show "starting" forever.
showStandby();
bridge.onMessage(receive);
// A literal, because importing the constant would bundle the message parser.
send({ type: 'ready', protocol: 1 });
heart = startHeartbeat(
  send,
  frames,
  () => zones.facts,
  // The overlay shows the frame rate of each second.
  () => overlay.element.hidden === true && zones.isStill,
);
atFirstSight(sight, () => {
  send({ type: 'seen' });
  // The service manager waits for painted frames; the regular next beat would come a second later.
  heart?.beat();
});
