import { describe, expect, it, test } from 'vitest';
import { alertIn } from '../../src/main/cap/alert.ts';
import { type Wanted, warningsOf } from '../../src/main/cap/warnings.ts';
import { parseXml } from '../../src/main/cap/xml.ts';
import { type AlertGiven, alertXml } from './messages.ts';

const now = Date.parse('2026-01-01T00:10:00Z');
const everywhere: Wanted = {
  severity: 'Severe',
  language: 'en',
  layout: 'full',
  sound: true,
  point: null,
  areas: [],
};
const read = (xml: string) => alertIn(parseXml(xml));
const warnings = (alerts: readonly AlertGiven[], wanted: Partial<Wanted> = {}, at = now) =>
  warningsOf(
    alerts.map((one) => read(alertXml(one))),
    { ...everywhere, ...wanted },
    at,
  );
const titles = (...given: Parameters<typeof warnings>) =>
  warnings(...given).shown.map(([, { title }]) => title);

describe('an alert', () => {
  it('is shown from its effective time until it expires: what to do first, then what happens, then where', () => {
    const [shown] = warnings([{}]).shown;
    expect(shown).toEqual([
      expect.stringMatching(/^cap:[0-9a-f]{24}$/),
      expect.objectContaining({
        severity: 'alarm',
        title: 'Flood warning',
        lines: ['Move to higher ground.', 'The river rises.', 'Riverside'],
        from: Date.parse('2026-01-01T00:00:00Z'),
        until: Date.parse('2026-01-01T01:00:00Z'),
        sound: true,
      }),
    ]);
    expect(titles([{}], {}, Date.parse('2026-01-01T01:00:00Z'))).toEqual([]);
  });

  it('hides no other one by an effective time before the year 0', () => {
    const strange: AlertGiven = {
      identifier: 'two',
      infos: [{ headline: 'Strange', effective: '0000-01-01T00:00:00+14:00' }],
    };
    expect(titles([{}, strange])).toEqual(['Flood warning', 'Strange']);
  });

  it('hides no other one by an end after the year 9999', () => {
    const strange: AlertGiven = {
      identifier: 'two',
      sent: '9999-12-15T00:00:00Z',
      infos: [
        { headline: 'Strange', effective: '2026-01-01T00:00:00Z', expires: '9999-12-31T23:59:59-05:00' },
      ],
    };
    expect(titles([{}, strange])).toEqual(['Flood warning', 'Strange']);
  });

  it.each(['Exercise', 'Test', 'System', 'Draft'])('with the status %s is never shown', (status) => {
    expect(titles([{ status }])).toEqual([]);
  });

  it.each(['Ack', 'Error', 'Cancel'])('of the type %s is never shown', (msgType) => {
    expect(titles([{ msgType }])).toEqual([]);
  });

  it('for some recipients only, or about what is past, is not shown', () => {
    expect(titles([{ scope: 'Restricted' }, { scope: 'Private' }, { infos: [{ urgency: 'Past' }] }])).toEqual(
      [],
    );
  });

  it('is taken back by an update, which is shown, and by a cancellation', () => {
    const update: AlertGiven = {
      identifier: 'two',
      msgType: 'Update',
      references: ['one'],
      infos: [{ headline: 'Worse' }],
    };
    const [one] = warnings([{}]).shown[0] ?? [];
    expect(titles([{}, update])).toEqual(['Worse']);
    expect(warnings([{}, update]).over).toEqual([one]);
    const cancel: AlertGiven = {
      identifier: 'three',
      msgType: 'Cancel',
      references: ['one', 'two'],
      infos: [],
    };
    expect(titles([{}, update, cancel])).toEqual([]);
    // An exercise cancels nothing.
    expect(titles([{}, { ...cancel, status: 'Exercise' }])).toEqual(['Flood warning']);
  });

  it('is shown where it is at least as severe as wanted', () => {
    const all = ['Unknown', 'Minor', 'Moderate', 'Severe', 'Extreme'].map((severity) => ({
      identifier: severity,
      infos: [{ severity, headline: severity }],
    }));
    expect(titles(all)).toEqual(['Severe', 'Extreme']);
    expect(titles(all, { severity: 'Minor' })).toEqual(['Minor', 'Moderate', 'Severe', 'Extreme']);
    expect(warnings(all, { severity: 'Unknown' }).shown.map(([, { severity }]) => severity)).toEqual([
      'info',
      'info',
      'warning',
      'alarm',
      'alarm',
    ]);
    expect(warnings([{ infos: [{ responseType: 'AllClear' }] }]).shown[0]?.[1].severity).toBe('clear');
  });

  it('is in the language of the screen, else in English, else in its own', () => {
    const infos = ['fr-FR', 'en-GB', 'de'].map((language) => ({ language, headline: language }));
    expect(titles([{ infos }], { language: 'de' })).toEqual(['de']);
    expect(titles([{ infos }], { language: 'es' })).toEqual(['en-GB']);
    expect(titles([{ infos: infos.slice(0, 1) }], { language: 'de' })).toEqual(['fr-FR']);
  });

  it('is shown where its polygon, circle, code or name has the place', () => {
    const alerts = [
      ['polygon', '<polygon>52,13 53,13 53,14 52,14 52,13</polygon>'],
      ['circle', '<circle>52.5,13.4 10</circle>'],
      ['code', '<geocode><valueName>AGS</valueName><value>11000000</value></geocode>'],
      ['none', ''],
    ].map(([name = '', area = '']) => ({
      identifier: name,
      infos: [{ headline: name, area, areaDesc: name }],
    }));
    const at = (latitude: number, longitude: number, areas: readonly string[] = []) =>
      titles(alerts, { point: { latitude, longitude }, areas });
    expect(at(52.5, 13.4)).toEqual(['polygon', 'circle']);
    expect(at(52.95, 13.9)).toEqual(['polygon']);
    expect(at(52.58, 13.4)).toEqual(['polygon', 'circle']);
    expect(at(48, 11)).toEqual([]);
    expect(at(48, 11, ['11000000', 'none'])).toEqual(['code', 'none']);
    expect(titles(alerts)).toHaveLength(4);
  });

  it('without an end lasts an hour, and one without sense for years lasts 31 days', () => {
    const end = (expires: string | null) => warnings([{ infos: [{ expires }] }]).shown[0]?.[1].until;
    expect(end(null)).toBe(Date.parse('2026-01-01T01:00:00Z'));
    expect(end('2036-01-01T01:00:00+00:00')).toBe(Date.parse('2026-02-01T00:00:00Z'));
  });

  it('with long texts is cut to eight lines between words', () => {
    const words = 'water '.repeat(2_000);
    const [, given] =
      warnings([{ infos: [{ headline: words, instruction: words, description: words }] }]).shown[0] ?? [];
    expect(given?.lines).toHaveLength(8);
    expect(given?.title).toMatch(/water…$/);
    for (const line of given?.lines ?? []) expect(line).toMatch(/^(?:water(?: |…|$)){30,40}$|^Riverside$/);
  });
});

test.each([
  ['a document type', '<!DOCTYPE alert><alert/>', /XML/],
  ['a billion laughs', '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><a>&b;</a>', /XML/],
  ['an entity of another file', '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>', /XML/],
  ['an unknown entity', '<alert>&nbsp;</alert>', /XML/],
  ['no end', '<alert><info>', /XML/],
  ['two roots', '<a/><b/>', /XML/],
  ['nothing', '', /XML/],
  ['elements in elements', '<a>'.repeat(100_000), /XML/],
  ['too many elements', `<a>${'<b/>'.repeat(60_000)}</a>`, /XML/],
  ['an unbound prefix', '<x:alert/>', /XML/],
  ['another standard', '<alert xmlns="urn:oasis:names:tc:emergency:cap:1.1"/>', /alert/],
  ['no identifier', alertXml({ identifier: '' }), /identifier/],
  ['an identifier with a comma', alertXml({ identifier: 'a,b' }), /identifier/],
  ['no time', alertXml({ sent: 'yesterday' }), /sent/],
  ['a time without a zone', alertXml({ sent: '2026-01-01T00:00:00' }), /sent/],
  ['a day that does not exist', alertXml({ sent: '2026-13-41T00:00:00Z' }), /sent/],
  ['an unknown severity', alertXml({ infos: [{ severity: 'Doom' }] }), /severity/],
  ['a polygon of words', alertXml({ infos: [{ area: '<polygon>here there</polygon>' }] }), /area/],
  ['a point beyond the pole', alertXml({ infos: [{ area: '<circle>91,0 1</circle>' }] }), /area/],
  ['an endless circle', alertXml({ infos: [{ area: '<circle>1,0 Infinity</circle>' }] }), /area/],
])('an alert with %s is refused', (_, xml, why) => {
  expect(() => read(xml)).toThrow(why);
});
