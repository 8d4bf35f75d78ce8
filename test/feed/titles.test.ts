import { describe, expect, test } from 'vitest';
import { titlesOf } from '../../src/main/feed/titles.ts';

describe('the headlines', () => {
  test('of RSS exclude the titles of the channel and of its picture', () => {
    const xml = `<?xml version="1.0"?><rss version="2.0"><channel><title>The paper</title>
      <image><title>Its picture</title></image>
      <item><title>One &amp; two</title><media:title xmlns:media="m">no</media:title></item>
      <item><title><![CDATA[Three <b>bold</b> words]]></title></item>
      <item><description>none</description></item></channel></rss>`;
    expect(titlesOf(xml)).toEqual(['One & two', 'no', 'Three bold words']);
  });

  test('of Atom and RSS 1.0 are found', () => {
    expect(
      titlesOf(
        '<feed xmlns="a"><title>F</title><entry><title type="html">&lt;i&gt;A&lt;/i&gt; &#228;</title></entry></feed>',
      ),
    ).toEqual(['A ä']);
    expect(
      titlesOf(
        '<rdf:RDF xmlns:rdf="r" xmlns="x"><channel><title>C</title></channel><item><title>B</title></item></rdf:RDF>',
      ),
    ).toEqual(['B']);
  });

  test('of a truncated or malformed feed are found', () => {
    expect(titlesOf('<rss><channel><item><title>One</title></item><item><title>Tw')).toEqual(['One']);
    expect(
      titlesOf('<rss><channel><item><title>A&nbsp;B & C</title></wrong></item></channel></rss>'),
    ).toEqual(['A B & C']);
  });

  test('of other XML are null', () => {
    expect(titlesOf('<html><body><item><title>x</title></item></body></html>')).toBeNull();
    expect(titlesOf('{"items": []}')).toBeNull();
    expect(titlesOf('')).toBeNull();
  });
});

describe('a hostile feed', () => {
  test('expands no declared entities', () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      <rss><channel><item><title>&b;&f;</title></item></channel></rss>`;
    expect(titlesOf(bomb)).toEqual(['&b;&f;']);
  });

  test('costs linear time, however deep or long it is', () => {
    const deep = `<rss>${'<a>'.repeat(300_000)}`;
    expect(titlesOf(deep)).toEqual([]);
    const many = `<rss>${'<item><title>x</title></item>'.repeat(10_000)}</rss>`;
    expect(titlesOf(many)).toHaveLength(30);
    const long = titlesOf(`<rss><item><title>${'word '.repeat(50_000)}</title></item></rss>`);
    expect(long?.[0]?.length).toBeLessThanOrEqual(300);
  });

  test('is read as far as its lone ampersands are not too many', () => {
    const item = (title: string) => `<item><title>${title}</title></item>`;
    const xml = `<rss>${item('a & b')}${item('& '.repeat(5000))}${item('too late')}</rss>`;
    expect(titlesOf(xml)).toEqual(['a & b']);
    expect(titlesOf(`<rss>${item('& '.repeat(4999))}${item('in time &')}</rss>`)).toContain('in time &');
  });

  test('gives plain text without markup, control characters or changes of the writing direction', () => {
    const xml = '<rss><item><title>a&lt;script src=x&gt;b\u202Ec\u0007\n\nd</title></item></rss>';
    expect(titlesOf(xml)?.[0]).toMatch(/^ab ?c ?d$/);
  });
});

/** A feed has 2 MB at most. Measures processor time, because other programs use this machine too. */
test.each([
  '<!--',
  '<a ',
  '<a b="',
  '<a b=c ',
  ']]>',
  '</a>',
  '< ',
  '&',
  '&lt;',
  '<title>',
  '<item><title>x</title></item>',
  '<!DOCTYPE a [',
])('a feed full of %s is read in less than a second', (mistake) => {
  const before = process.cpuUsage();
  titlesOf(`<rss><channel><item><title>${mistake.repeat(2 ** 21 / mistake.length)}`);
  const { user } = process.cpuUsage(before);
  expect(user / 1000).toBeLessThan(1000);
});
