import { inEnglish, isMessage } from '../../shared/languages/message.ts';
import { asVitrineError } from './errors.ts';
import { Recent } from './recent.ts';
import { cut, isSecretName, scrub } from './scrub.ts';

export type Level = 'debug' | 'info' | 'warn' | 'error';
export type Fields = Readonly<Record<string, unknown>>;

export interface LogLine {
  readonly at: string;
  readonly level: Level;
  /** The room that logs: `sync`, `show`, `host` … */
  readonly from: string;
  readonly message: string;
  readonly fields: Fields;
}

/** Some keys name hosts, files or commands of others, of which there is no end in months. */
const mostStates = 1_000;

export type Sink = (line: LogLine) => void;

/**
 * Logging is edge-triggered: `state` logs each change of a value once, and counts repetitions.
 */
export interface Log {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
  /** Logs if `value` differs from the last one of `key`. */
  state(key: string, value: string, level: Level, message: string, fields?: Fields): void;
  named(from: string): Log;
  /** A finished line of another thread. */
  relay(line: LogLine): void;
}

export function createLog(sink: Sink, now: () => number = Date.now, from = 'vitrine'): Log {
  const states = new Recent<{ value: string; repeated: number }>(mostStates);
  const write = (level: Level, message: string, fields: Fields = {}): void =>
    sink({ at: new Date(now()).toISOString(), level, from, message: scrub(message), fields: plain(fields) });
  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
    state(key, value, level, message, fields = {}) {
      const before = states.get(key);
      if (before?.value === value) {
        before.repeated++;
        // Also keeps it longer than those that are over.
        states.set(key, before);
        return;
      }
      states.set(key, { value, repeated: 0 });
      write(
        level,
        message,
        before && before.repeated > 0 ? { ...fields, repeatedBefore: before.repeated } : fields,
      );
    },
    named: (name) => createLog(sink, now, name),
    relay: sink,
  };
}

/** For people: one line each, on a stream. */
export function textSink(write: (text: string) => void, least: Level = 'info'): Sink {
  return (line) => {
    if (rank[line.level] >= rank[least]) write(`${line.at} ${line.level.padEnd(5)} ${inWords(line)}\n`);
  };
}

/** The line's text without time and level. */
export function inWords({ from, message, fields }: LogLine): string {
  const details = Object.entries(fields).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${from}: ${message}${details.length > 0 ? `  ${details.join(' ')}` : ''}`;
}

const rank: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };

const longestKey = 200;
/** Deeper levels are cut off; nothing of ours is nested so deeply. */
const deepest = 8;

function plain(fields: Fields, depth = 0): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      scrub(cut(key, longestKey)),
      isSecretName(key) ? '[hidden]' : plainValue(value, depth + 1),
    ]),
  );
}

function plainValue(value: unknown, depth: number): unknown {
  if (value instanceof Error) {
    const error = asVitrineError(value);
    return scrub(`${error.code}: ${error.message}`);
  }
  if (isMessage(value)) return scrub(inEnglish(value));
  if (typeof value === 'string') return scrub(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return '[deeper]';
  if (Array.isArray(value)) return value.map((each) => plainValue(each, depth + 1));
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return plainValue(toJSON.call(value, ''), depth + 1);
  return plain(value as Fields, depth);
}

/** Null: truncated, by a power outage or by the reading limit. */
export function lineIn(line: string): LogLine | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'level' in value ? (value as LogLine) : null;
  } catch {
    return null;
  }
}
