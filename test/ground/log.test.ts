import { describe, expect, it } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog, type LogLine, textSink } from '../../src/main/ground/log.ts';
import { scrub } from '../../src/main/ground/scrub.ts';
import { verbatim } from '../../src/shared/languages/message.ts';

function collect() {
  const lines: LogLine[] = [];
  return {
    lines,
    log: createLog(
      (line) => lines.push(line),
      () => 0,
    ),
  };
}

describe('log', () => {
  it('logs a state once, and the number of its repetitions when it changes', () => {
    const { lines, log } = collect();
    for (let time = 0; time < 4; time++) log.state('cms', 'offline', 'warn', 'the CMS cannot be reached');
    log.state('cms', 'online', 'info', 'the CMS answers again');
    expect(lines.map(({ level, message, fields }) => ({ level, message, fields }))).toEqual([
      { level: 'warn', message: 'the CMS cannot be reached', fields: {} },
      { level: 'info', message: 'the CMS answers again', fields: { repeatedBefore: 3 } },
    ]);
  });

  it('remembers no more than a thousand states, and those longest that are repeated', () => {
    const { lines, log } = collect();
    log.state('page once.example', 'refused', 'warn', 'once');
    log.state('cms', 'offline', 'warn', 'often');
    for (let page = 0; page < 5_000; page++) {
      log.state(`page ${page}.example`, 'refused', 'debug', 'page');
      log.state('cms', 'offline', 'warn', 'often');
    }
    log.state('page once.example', 'refused', 'warn', 'once');
    log.state('cms', 'online', 'info', 'again');
    expect(lines.filter(({ message }) => message !== 'page').map(({ message }) => message)).toEqual([
      'once',
      'often',
      'once',
      'again',
    ]);
    expect(lines.at(-1)?.fields).toEqual({ repeatedBefore: 5_000 });
  });

  it('hides credentials in fields, messages, addresses and errors', () => {
    const { lines, log } = collect();
    log.named('cms').warn('sent Bearer abc.def-123 to https://user:pw@host/x?access_token=abc&page=2', {
      token: 'abc',
      clientSecret: 'abc',
      error: new VitrineError('auth', 'cms-unauthorised', verbatim('refused Bearer abc.def')),
      address: 'https://host/?code=abc',
    });
    const text = JSON.stringify(lines);
    expect(text).not.toMatch(/abc|user:pw/);
    expect(lines[0]?.from).toBe('cms');
    expect(text).toContain('page=2');
  });

  it('hides credentials wherever a CMS or a proxy puts them, at any depth', () => {
    const { lines, log } = collect();
    log.warn('sent X-Api-Key: abc and Cookie: session=abc to https://abc@host/x', {
      answer: '{"access_token": "abc", "page": 2}',
      quoted: JSON.stringify(JSON.stringify({ refreshToken: 'abc' })),
      list: ['Bearer abc', { inner: { password: 'abc', url: new URL('https://me:abc@host/') } }],
      error: new Error('at https://abc@host/'),
    });
    const text = JSON.stringify(lines);
    expect(text).not.toContain('abc');
    expect(text).toContain('page');
  });

  it('removes control characters of terminals, and survives cyclic values', () => {
    const { lines, log } = collect();
    const round: Record<string, unknown> = { name: '\u001b[2J\u0007gone', count: 3, none: null };
    round.self = round;
    log.warn('a name: \u001b]0;title\u0007 and\r\u009bmore', { round });
    expect(`${lines[0]?.message}${JSON.stringify(lines[0]?.fields)}`).not.toMatch(/\p{Cc}|\\u00/u);
    expect(lines[0]?.fields.round).toMatchObject({ count: 3, none: null });
  });

  it('writes one line for people, and omits lower levels than requested', () => {
    let text = '';
    const log = createLog(
      textSink((more) => (text += more), 'info'),
      () => 0,
      'show',
    );
    log.debug('unseen');
    log.info('screen is painting', { screen: '1' });
    expect(text).toBe('1970-01-01T00:00:00.000Z info  show: screen is painting  screen=1\n');
  });

  it('leaves ordinary text alone', () => {
    expect(scrub('https://cms.example/api/v1.0/playlist?page=2')).toBe(
      'https://cms.example/api/v1.0/playlist?page=2',
    );
  });
});
