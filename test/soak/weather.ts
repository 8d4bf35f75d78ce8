import type { ServerResponse } from 'node:http';
import type { DemoCms } from '../../src/demo/cms.ts';
import { type DownloadCall, etagOf, onDownload } from '../support/fault-downloads.ts';
import { noise } from '../support/pictures.ts';
import type { Chance } from './chance.ts';

type Fault = (call: DownloadCall, chance: Chance) => void;

const page = '<!doctype html><title>Log in</title>';

/** What can happen to a download; each answers it in full. */
const faults: readonly Fault[] = [
  ({ response, bytes }, chance) => {
    const kept = chance.below(bytes.length);
    response.writeHead(200, { 'content-length': bytes.length, etag: etagOf(bytes) });
    response.write(bytes.subarray(0, kept), () => response.destroy());
  },
  ({ response, bytes }) => {
    response.writeHead(200, { 'content-length': bytes.length }).end(noise(3, bytes.length));
  },
  ({ response }, chance) => {
    response.writeHead([403, 404, 410, 416, 500, 502, 503][chance.below(7)] ?? 500).end();
  },
  ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  },
  ({ response, bytes }, chance) => {
    const from = chance.below(bytes.length);
    const headers = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
    response.writeHead(206, headers).end(bytes.subarray(from));
  },
  ({ response, bytes }, chance) => {
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, chance.below(bytes.length)));
  },
  ({ response }) => response.destroy(),
];

/** Bad weather between the player and the CMS, for about one request in so many. */
export function storm(demo: DemoCms, chance: Chance, badDownloads: number, badAnswers: number): void {
  onDownload(demo, (call) => {
    if (!chance.of(badDownloads)) return false;
    chance.pick(faults)?.(call, chance);
    return true;
  });
  const downloads = demo.intercept;
  demo.intercept = (request, response) => {
    if (request.url?.includes('/download')) return downloads?.(request, response) ?? false;
    if (!chance.of(badAnswers)) return false;
    badAnswer(response, chance);
    return true;
  };
}

function badAnswer(response: ServerResponse, chance: Chance): void {
  const what = chance.below(4);
  if (what === 0) response.destroy();
  else if (what === 1) response.writeHead(500).end();
  else if (what === 2) response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  else response.writeHead(200, { 'content-type': 'application/json' }).end('{"data": [{"id"');
}
