import { describe, expect, test } from 'vitest';
import { wallClock } from '../../src/main/edition/wall-clock.ts';
import { chooseZone } from '../../src/main/edition/zone.ts';
import { dayOf, parseInstant, wallText } from '../../src/main/schedule/instant.ts';
import { distrust } from '../../src/main/schedule/trust.ts';

const hour = 3600_000;
const iso = (text: string, zone = 'Europe/Berlin') => new Date(parseInstant(text, zone)).toISOString();

describe('an instant typed by a person', () => {
  test.each([
    ['2026-05-01T12:00', '2026-05-01T10:00:00.000Z'],
    ['2026-05-01 12:00:30', '2026-05-01T10:00:30.000Z'],
    ['2026-05-01T12:00:30.5', '2026-05-01T10:00:30.500Z'],
    ['2026-05-01', '2026-04-30T22:00:00.000Z'],
    ['2026-05-01T12:00Z', '2026-05-01T12:00:00.000Z'],
    ['2026-05-01T12:00:00+09:00', '2026-05-01T03:00:00.000Z'],
    ['2026-05-01T12:00:00-0330', '2026-05-01T15:30:00.000Z'],
    [' 2026-05-01T12:00:00z ', '2026-05-01T12:00:00.000Z'],
    // Skipped in spring: an hour later; repeated in autumn: the first.
    ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ])('%s', (text, instant) => expect(iso(text)).toBe(instant));

  test('begins at one on a day without a midnight', () => {
    expect(iso('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z');
  });

  test.each([
    '',
    'now',
    '12:00',
    '2026-13-01',
    '2026-02-30T10:00',
    '2026-05-01T25:00',
    '2026-05-01T10:00+99:00',
    '1e9',
    '+275760-09-13T00:00Z',
    '-000001-01-01T00:00Z',
    '2026-W20-1',
    '2026-05-01T',
  ])('refused: %j', (text) =>
    expect(() => parseInstant(text, 'UTC')).toThrowError(
      expect.objectContaining({ code: 'not-an-instant' }),
    ));

  test('has a day whose length depends on the zone', () => {
    const length = (date: string, zone: string) => {
      const { from, until } = dayOf(date, zone);
      return (until - from) / hour;
    };
    expect(length('2026-03-29', 'Europe/Berlin')).toBe(23);
    expect(length('2026-10-25', 'Europe/Berlin')).toBe(25);
    expect(length('2026-04-05', 'Australia/Lord_Howe')).toBe(24.5);
    expect(length('2018-11-04', 'America/Sao_Paulo')).toBe(23);
    expect(length('2011-12-29', 'Pacific/Apia')).toBe(24);
    expect(() => dayOf('2011-12-30', 'Pacific/Apia')).toThrowError(
      expect.objectContaining({ code: 'no-such-day' }),
    );
  });

  test('is shown in wall time', () => {
    expect(wallText(Date.parse('2026-10-25T01:30:05.999Z'), 'Europe/Berlin')).toBe('2026-10-25 02:30:05');
  });
});

describe('the zone', () => {
  const names = { cms: null, configuration: null, system: 'Asia/Tokyo' };

  test('is that of the device or its group, else the configured one, else the system’s', () => {
    expect(chooseZone(names)).toMatchObject({ zone: 'Asia/Tokyo', from: 'system' });
    expect(chooseZone({ ...names, configuration: 'UTC' })).toMatchObject({
      zone: 'UTC',
      from: 'configuration',
    });
    expect(chooseZone({ ...names, configuration: 'UTC', cms: 'Europe/Oslo' })).toMatchObject({
      zone: 'Europe/Oslo',
      from: 'cms',
      warnings: [],
    });
  });

  test('is skipped with a warning if it does not exist', () => {
    const choice = chooseZone({ cms: 'Europe/Berlim', configuration: '../etc/passwd', system: '' });
    expect(choice).toMatchObject({ zone: 'UTC', from: 'fallback' });
    expect(choice.warnings).toHaveLength(2);
    expect(chooseZone({ ...names, cms: '' }).warnings).toEqual([]);
  });

  test('is refused if it does not exist and one is required', () => {
    expect(() => wallClock('Europe/Berlim')).toThrowError(expect.objectContaining({ code: 'unknown-zone' }));
  });
});

describe('trust in the clock', () => {
  const now = Date.parse('2026-05-01T12:00:00Z');

  test('is denied before 2025', () => {
    expect(distrust(0, 0, null)).toBe('before-2025');
    expect(distrust(Date.parse('2024-12-31T23:59:59.999Z'), 0, null)).toBe('before-2025');
    expect(distrust(Date.parse('2025-01-01T00:00:00Z'), 0, null)).toBeNull();
  });

  test('is denied if the CMS reports another day', () => {
    const heard = (offset: number) => ({ date: now + offset, sinceBoot: 5000 });
    expect(distrust(now, 5000, heard(0))).toBeNull();
    expect(distrust(now, 5000, heard(24 * hour))).toBeNull();
    expect(distrust(now, 5000, heard(24 * hour + 1))).toBe('contradicted');
    expect(distrust(now, 5000, heard(-24 * hour - 1))).toBe('contradicted');
  });

  test('allows for the age of the CMS’s answer', () => {
    const week = 168 * hour;
    expect(distrust(now + week, 5000 + week, { date: now, sinceBoot: 5000 })).toBeNull();
    expect(distrust(now, 5000 + week, { date: now, sinceBoot: 5000 })).toBe('contradicted');
  });
});

test('the stretches of a zone meet without gap or overlap, from any starting point', () => {
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia', 'UTC']) {
    const clock = wallClock(zone);
    let at = Date.parse('2005-01-01T00:00:00Z');
    while (at < Date.parse('2032-01-01T00:00:00Z')) {
      const stretch = clock.stretchAt(at);
      expect(stretch.from).toBeLessThanOrEqual(at);
      const end = Math.min(stretch.until, at + 400 * 24 * hour);
      expect(clock.stretchAt(end - 1)).toBe(stretch.until > end - 1 ? stretch : clock.stretchAt(end - 1));
      if (end === stretch.until) {
        expect(clock.stretchAt(end).from).toBe(end);
        expect(clock.stretchAt(end).offset).not.toBe(stretch.offset);
      }
      at = end;
    }
  }
});
