import type { FromScreen, Standby, ToScreen } from '../shared/messages.ts';
import { defaultScreenSettings, type ScreenSettings } from '../shared/programme.ts';
import { openBridge } from './bridge.ts';
import { StageClock } from './clock.ts';
import { FrameCounter, startHeartbeat } from './heartbeat.ts';
import { Life } from './life.ts';
import { LogoMark } from './logo.ts';
import { forbidGestures } from './manners.ts';
import { Overlay } from './overlay.ts';
import { factsOf } from './overlay-facts.ts';
import { Player } from './player.ts';
import { idle, StandbyScreen, starting } from './screens/standby.ts';
import { failPages } from './slots/page.ts';
import { Stage } from './stage.ts';
import { placeSurface } from './surface.ts';
import { TickerBar } from './ticker.ts';
import './stage.css';

/** After a reload the standby screen is held back this long. */
const patientMs = 1_500;

const bridge = openBridge();
const send = (message: FromScreen): void => bridge.send(message);

const surface = document.createElement('main');
document.body.append(surface);
const clock = new StageClock();
const frames = new FrameCounter();
const standby = new StandbyScreen();
const stage = new Stage(surface, (covered) => {
  standby.cover(covered);
  standby.element.hidden = false;
});
const ticker = new TickerBar(() => clock.epoch());
const logo = new LogoMark();
const life = new Life();
const player = new Player({
  clock,
  stage,
  report: send,
  newId: () => crypto.randomUUID(),
  mark: life.mark,
  remember: (mark) => life.remember(mark),
  reload: () => life.reload(),
});
const overlay = new Overlay(() => factsOf(player, stage, frames, clock));
surface.append(standby.element, ticker.element, logo.element, overlay.element);

/** What main wants seen when nothing plays; its "starting" is over as soon as there is a programme. */
let told: Standby = starting;
const showStandby = (): void =>
  standby.show(told.kind === 'starting' && player.programmeId !== null ? idle : told);

function applySettings(settings: ScreenSettings): void {
  stage.adjust(settings);
  placeSurface(surface, settings);
  ticker.show(settings.ticker);
  logo.show(settings.logo);
}

function receive(message: ToScreen): void {
  switch (message.type) {
    case 'programme':
      applySettings(message.settings);
      player.play(message.programme, message.settings.atBoundary === 'finish');
      showStandby();
      break;
    case 'standby':
      told = message.standby;
      showStandby();
      break;
    case 'clock':
      if (Math.abs(clock.learn(message.echo, message.epochMs)) > 20) player.clockMoved();
      break;
    case 'page-failed':
      failPages(message.address, message.reason);
      break;
    case 'recycle':
      player.recycle();
      break;
    case 'overlay':
      overlay.show(message.visible);
      break;
  }
}

if (life.isSecond) {
  // The browser keeps the last picture of the life before until something is painted: let that be an item.
  standby.element.hidden = true;
  clock.after(patientMs, () => {
    standby.element.hidden = false;
  });
}
showStandby();
applySettings(defaultScreenSettings);
window.addEventListener('resize', () => placeSurface(surface, stage.settings));
forbidGestures((event) => {
  if (event.ctrlKey && event.altKey && event.code === 'KeyO') overlay.toggle();
});
bridge.onMessage(receive);
// Only the type of the protocol's number crosses into this bundle: main has the parser and the last word.
send({ type: 'ready', protocol: 1 });
startHeartbeat(send, frames, () => ({
  droppedFrames: stage.droppedFrames,
  programmeId: player.programmeId,
  cueId: player.cue?.id ?? null,
}));
