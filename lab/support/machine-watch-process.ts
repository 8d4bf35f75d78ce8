/**
 * Runs once per processor, pinned to it at real-time priority. Prints "epoch-milliseconds-at-its-end length" when it slept
 * longer than intended, and regularly "epoch-milliseconds 0" to show how far it has watched. It ends with its reader.
 */
import { writeSync } from 'node:fs';

const sleepMs = 4;
/** Shorter pauses are the kernel's own work. */
const leastMs = 8;
const beatMs = 100;

const cell = new Int32Array(new SharedArrayBuffer(4));
let last = performance.now();
let printedAt = Number.NEGATIVE_INFINITY;
for (;;) {
  Atomics.wait(cell, 0, 0, sleepMs);
  const now = performance.now();
  const stood = now - last - sleepMs > leastMs ? now - last : 0;
  if (stood > 0 || now - printedAt >= beatMs) {
    // Fails when the reader is gone.
    writeSync(1, `${Date.now()} ${stood.toFixed(1)}\n`);
    printedAt = now;
  }
  // After the write: waiting for the reader is no pause of the machine.
  last = performance.now();
}
