import type { Mark } from './player.ts';

/** What one life of the stage leaves to the next in the same window, after a reload or a crash. */
export class Life {
  /** What was shown last. */
  readonly mark: Mark | null = read<Mark>('mark');
  /** The life before ended on purpose, between two items. */
  readonly isSecond: boolean = read<boolean>('reloading') === true;

  constructor() {
    write('reloading', false);
  }

  remember(mark: Mark): void {
    write('mark', mark);
  }

  reload(): void {
    write('reloading', true);
    location.reload();
  }
}

// A window without storage has no memory of its life before, and plays all the same.
function read<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch (thrown) {
    console.warn('nothing is remembered here', thrown);
  }
}
