import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog, type LogLine } from '../../../src/main/ground/log.ts';
import { findProgram } from '../../../src/main/host/chromium/executable.ts';
import { Footing } from '../../../src/main/host/chromium/footing.ts';

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)(
  'the next browser starts although the profile of the one before cannot be removed',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-footing-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const xvfb = join(folder, 'Xvfb');
    writeFileSync(xvfb, '#!/bin/sh\necho 7 >&3\nexec sleep 600\n');
    chmodSync(xvfb, 0o755);
    const lines: LogLine[] = [];
    const footing = new Footing(
      {
        handler: async () => new Response(null),
        clock: systemClock,
        log: createLog((line) => lines.push(line)),
        user: 'nobody',
        display: 'virtual',
        findProgram: (names) => (names.includes('Xvfb') ? xvfb : findProgram(names)),
      },
      () => undefined,
    );
    const never = new AbortController().signal;
    const first = await footing.prepare(never);
    onTestFinished(() => rmSync(first.home, { recursive: true, force: true }));
    // As a mount or a damaged entry would be.
    const kept = join(first.home, 'data', 'of-root');
    mkdirSync(kept);
    writeFileSync(join(kept, 'file'), 'stays');
    const second = await footing.prepare(never);
    expect([existsSync(kept), second.home === first.home]).toEqual([true, false]);
    expect(lines.map(({ message }) => message)).toContain('A browser profile could not be removed');
    await footing.close(false);
    expect(existsSync(second.home)).toBe(false);
  },
);
