import type { Invocation } from '../command.ts';

const bars = 30;

/** A progress bar, on a terminal only: a log file would get a hundred lines. */
export function progressBar({ isTerminal, progress }: Pick<Invocation, 'isTerminal' | 'progress'>): {
  readonly show: (done: number, total: number) => void;
  readonly end: () => void;
} {
  let shown = '';
  return {
    show(done, total) {
      if (!isTerminal) return;
      const share = total === 0 ? 1 : Math.min(done / total, 1);
      const filled = Math.round(share * bars);
      const line = `[${'#'.repeat(filled)}${'.'.repeat(bars - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
      if (line === shown) return;
      shown = line;
      progress(`\r${line}`);
    },
    end() {
      if (shown !== '') progress('\n');
    },
  };
}
