import { RefusedRecord } from '../../src/main/cms/decode/fields.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import type { Target } from './targets.ts';

export const longestMs = 1000;
export const mostMemory = 256 * 1024 * 1024;

/** Why an input is a finding; null: it was read or refused as it should be. */
export async function attempt(target: Target, input: Buffer): Promise<string | null> {
  const before = process.memoryUsage().arrayBuffers;
  const cpu = process.threadCpuUsage();
  const keys = Object.keys(Object.prototype).length;
  try {
    await target.run(input);
  } catch (error) {
    if (!(error instanceof VitrineError || error instanceof RefusedRecord))
      return error instanceof Error ? `${error.name}: ${error.message.slice(0, 200)}` : String(error);
  }
  // Its own time: what others do on this machine counts against nobody.
  const { user, system } = process.threadCpuUsage(cpu);
  const ms = (user + system) / 1000;
  if (ms > longestMs) return `slow: ${Math.round(ms)} ms`;
  if (process.memoryUsage().arrayBuffers - before > mostMemory) return 'memory: more than its bound';
  if (Object.keys(Object.prototype).length !== keys) return 'the prototype of all objects was changed';
  return null;
}

/** A smaller input that fails for the same reason, by leaving out ever smaller stretches. */
export async function shrink(target: Target, input: Buffer, reason: string): Promise<Buffer> {
  const isSame = async (candidate: Buffer) =>
    (await attempt(target, candidate))?.slice(0, 20) === reason.slice(0, 20);
  let smallest = input;
  for (
    let size = Math.ceil(input.length / 2), tries = 0;
    size >= 1 && tries < 400;
    size = Math.floor(size / 2)
  ) {
    for (let at = 0; at < smallest.length && tries < 400; tries++) {
      const without = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      if (without.length < smallest.length && (await isSame(without))) smallest = without;
      else at += size;
    }
  }
  return smallest;
}
