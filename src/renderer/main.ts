import type { FromScreen, Standby, ToScreen } from '../shared/messages.ts';
import { defaultScreenSettings } from '../shared/programme.ts';
import { openBridge } from './bridge.ts';
import { StageClock } from './clock.ts';
import { FrameCounter, startHeartbeat } from './heartbeat.ts';
import { forbidGestures } from './manners.ts';
import { Player } from './player.ts';
import { idle, StandbyScreen, starting } from './screens/standby.ts';
import { applySettings } from './settings.ts';
import { Stage } from './stage.ts';
import './stage.css';

const bridge = openBridge();
const send = (message: FromScreen): void => bridge.send(message);

const surface = document.createElement('main');
document.body.append(surface);
const standby = new StandbyScreen();
surface.append(standby.element);
standby.show(starting);

const clock = new StageClock();
const stage = new Stage(surface, (covered) => standby.cover(covered));
const player = new Player({ clock, stage, report: send, newId: () => crypto.randomUUID() });

/** What main wants seen when nothing plays; its "starting" is over as soon as there is a programme. */
let told: Standby = starting;
const showStandby = (): void =>
  standby.show(told.kind === 'starting' && player.programmeId !== null ? idle : told);

function receive(message: ToScreen): void {
  switch (message.type) {
    case 'programme':
      stage.settings = message.settings;
      applySettings(surface, message.settings);
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
    case 'overlay':
      break;
  }
}

applySettings(surface, defaultScreenSettings);
window.addEventListener('resize', () => applySettings(surface, stage.settings));
forbidGestures();
bridge.onMessage(receive);
// The protocol's number is main's to judge; only its type crosses into this bundle.
send({ type: 'ready', protocol: 1 });
startHeartbeat(send, new FrameCounter(), () => ({
  droppedFrames: stage.droppedFrames,
  programmeId: player.programmeId,
  cueId: player.cue?.id ?? null,
}));
