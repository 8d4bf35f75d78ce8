/** Messages of the Common Alerting Protocol as authorities send them. */
export interface AlertGiven {
  readonly identifier?: string;
  readonly sent?: string;
  readonly status?: string;
  readonly msgType?: string;
  readonly scope?: string;
  readonly references?: readonly string[];
  readonly infos?: readonly InfoGiven[];
}

interface InfoGiven {
  readonly language?: string;
  readonly event?: string;
  readonly headline?: string;
  readonly severity?: string;
  readonly urgency?: string;
  readonly responseType?: string;
  readonly effective?: string;
  readonly expires?: string | null;
  readonly instruction?: string;
  readonly description?: string;
  /** The inside of `area`, after its description. */
  readonly area?: string;
  readonly areaDesc?: string;
}

const sender = 'warnings@example.org';
const hour = '2026-01-01T01:00:00+00:00';

export function alertXml({
  identifier = 'one',
  sent = '2026-01-01T00:00:00+00:00',
  status = 'Actual',
  msgType = 'Alert',
  scope = 'Public',
  references = [],
  infos = [{}],
}: AlertGiven = {}): string {
  const taken = references.map((one) => `${sender},${one},2026-01-01T00:00:00+00:00`).join(' ');
  return `<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
  <identifier>${identifier}</identifier><sender>${sender}</sender><sent>${sent}</sent><status>${status}</status>
  <msgType>${msgType}</msgType><scope>${scope}</scope>${taken === '' ? '' : `<references>${taken}</references>`}
  ${infos.map(infoXml).join('\n')}
</alert>`;
}

function infoXml({
  language = 'en-US',
  event = 'Flood',
  headline = 'Flood warning',
  severity = 'Severe',
  urgency = 'Immediate',
  responseType,
  effective,
  expires = hour,
  instruction = 'Move to higher ground.',
  description = 'The river rises.',
  area = '',
  areaDesc = 'Riverside',
}: InfoGiven): string {
  const field = (name: string, value: string | null | undefined) =>
    value ? `<${name}>${value}</${name}>` : '';
  return `<info><language>${language}</language><category>Met</category><event>${event}</event>
    ${field('responseType', responseType)}<urgency>${urgency}</urgency><severity>${severity}</severity><certainty>Observed</certainty>
    ${field('effective', effective)}${field('expires', expires)}<headline>${headline}</headline>
    <description>${description}</description><instruction>${instruction}</instruction>
    <area><areaDesc>${areaDesc}</areaDesc>${area}</area></info>`;
}

export const atom = (paths: readonly string[]): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>Alerts</title>${paths
    .map(
      (path) =>
        `<entry><title>x</title><updated>2026-01-01T00:00:00Z</updated><link rel="alternate" type="text/html" href="/page"/><link type="application/cap+xml" href="${path}"/></entry>`,
    )
    .join('')}</feed>`;

export const rss = (urls: readonly string[]): string =>
  `<rss version="2.0"><channel>${urls.map((url) => `<item><title>x</title><link>${url}</link></item>`).join('')}</channel></rss>`;
