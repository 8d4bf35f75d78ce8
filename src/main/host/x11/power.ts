import { message } from '../../../shared/languages/message.ts';
import type { DisplayPower } from '../host.ts';
import { X11Connection } from './connection.ts';
import * as x11 from './requests.ts';

const off = 3;

/** Wakes the display or puts it to sleep with the X server's power management. Repeating a state only reports it. */
export async function setPower(
  display: string,
  wanted: 'on' | 'off',
  env: NodeJS.ProcessEnv = process.env,
): Promise<DisplayPower> {
  const connection = await X11Connection.open(display, env);
  try {
    const opcode = x11.opcodeIn(await connection.query(x11.queryExtension('DPMS')));
    if (opcode === null) return { state: 'unknown', why: message('display-power.unsupported') };
    const capable = await connection.query(x11.powerCapable(opcode));
    if (capable[8] !== 1) return { state: 'unknown', why: message('display-power.incapable') };
    // A level needs enabled power management; awake it must be disabled, or the display would fall asleep.
    connection.send(x11.powerEnable(opcode));
    connection.send(x11.powerLevel(opcode, wanted === 'off' ? off : 0));
    if (wanted === 'on') connection.send(x11.powerDisable(opcode));
    const info = await connection.query(x11.powerInfo(opcode));
    const [level, isInCharge] = [info.readUInt16LE(8), info[10] === 1];
    return { state: isInCharge && level !== 0 ? 'standby' : 'on', why: null };
  } finally {
    connection.end();
  }
}
