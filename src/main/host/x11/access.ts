import { X11Connection } from './connection.ts';

/** ListHosts: the hosts and users admitted without a cookie. */
const listHosts = Buffer.from([110, 0, 1, 0]);
/** Entries of this family name one user. */
const ofOneUser = 5;

/** Whether an X server admits every local user: it accepts a connection without a cookie, and not because of this user. */
export async function isDisplayOpen(display: string): Promise<boolean> {
  let connection: X11Connection;
  try {
    connection = await X11Connection.open(display, { XAUTHORITY: '/dev/null' });
  } catch {
    return false;
  }
  try {
    const answer = await connection.query(listHosts);
    const asksWho = answer[1] === 1;
    return !asksWho || !families(answer).includes(ofOneUser);
  } finally {
    connection.end();
  }
}

function families(answer: Buffer): readonly number[] {
  const found: number[] = [];
  for (let at = 32; found.length < answer.readUInt16LE(8) && at + 4 <= answer.length; ) {
    found.push(answer.readUInt8(at));
    at += 4 + Math.ceil(answer.readUInt16LE(at + 2) / 4) * 4;
  }
  return found;
}
