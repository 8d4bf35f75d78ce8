import { message } from '../../shared/languages/message.ts';
import { normaliseBaseUrl } from '../config/cms-address.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { version } from '../ground/version.ts';
import type { JsonLimits } from '../net/json.ts';
import { createNetwork, type Network } from '../net/network.ts';
import { pathSegment } from '../net/path-segment.ts';
import { Reach } from '../net/reach.ts';
import type { Body } from '../net/send.ts';
import { createTransport, defaultTransportLimits, type TransportLimits } from '../net/transport.ts';
import type { CallOptions, CmsApi, PlaylistValues, RetryAfterStore } from './api.ts';
import type { Credentials } from './credentials.ts';
import { createDecoders } from './decode/decoders.ts';
import { oneRecord, sameId } from './decode/single.ts';
import { CmsDocuments, checkAnswer, parseAnswer } from './documents.ts';
import { DownloadAccess } from './download-access.ts';
import { CmsExchange, defaultExchangeLimits, type ExchangeLimits } from './exchange.ts';
import { CmsListings, defaultListingLimits, type ListingLimits } from './listing.ts';
import { PlaylistReader } from './playlist-reader.ts';
import { completeProfile, type PartialProfile, type ResourceName } from './profile.ts';
import type { Listing, PlaylistRecord } from './records.ts';
import { jsonBody, multipartBody } from './upload.ts';

export interface CmsNeeds {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly profile?: PartialProfile;
  readonly retryAfter: RetryAfterStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly proxy?: string | null;
  readonly caFile?: string | null;
  readonly userAgent?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Shared connections; their owner closes them. */
  readonly network?: Network;
  /** Reports the CMS's clock from each answer with a date, in epoch milliseconds. */
  readonly onServerTime?: (time: number) => void;
  readonly limits?: Partial<CmsLimits>;
}

export interface CmsLimits
  extends ExchangeLimits,
    ListingLimits,
    TransportLimits,
    Pick<JsonLimits, 'depth'> {}

export const defaultLimits: CmsLimits = {
  ...defaultTransportLimits,
  ...defaultExchangeLimits,
  ...defaultListingLimits,
  depth: 64,
};

/** The documented interface over HTTP. */
export function createCms(needs: CmsNeeds): CmsApi & { close(): void } {
  const baseUrl = normaliseBaseUrl(needs.baseUrl);
  const profile = completeProfile(needs.profile);
  const limits = { ...defaultLimits, ...needs.limits };
  const { clock, credentials } = needs;
  const log = needs.log.named('cms');
  const network =
    needs.network ??
    createNetwork({ ...needs, reach: new Reach({ cms: baseUrl, allow: profile.tokenHosts }) });
  const transport = createTransport(network, clock, needs.userAgent ?? `Vitrine/${version}`, limits);
  const exchange = new CmsExchange({ ...needs, baseUrl, transport, log, limits });
  const documents = new CmsDocuments(exchange, limits);
  const listings = new CmsListings(documents, limits, clock, log);
  const decoders = createDecoders(profile, baseUrl);
  const playlists = new PlaylistReader({ documents, listings, decoders, profile, baseUrl });
  const access = new DownloadAccess({ baseUrl, tokenHosts: profile.tokenHosts, credentials, clock });

  const address = (path: string): string => new URL(path, baseUrl).href;
  const listAddress = (resource: ResourceName): string => {
    const query = profile.listQuery[resource];
    return address(profile.endpoints[resource] + (query === undefined ? '' : `?${query.replace(/^\?/, '')}`));
  };
  const recordAddress = (resource: ResourceName, id: string): string =>
    address(`${profile.endpoints[resource]}/${pathSegment(id)}`);

  const list = <Element extends { readonly id: string }>(
    resource: ResourceName,
    decode: (raw: unknown) => Element,
    call: CallOptions,
  ): Promise<Listing<Element>> =>
    listings.list({
      url: listAddress(resource),
      envelope: decoders.envelope[resource],
      decode,
      idOf: ({ id }) => id,
      signal: call.signal,
    });

  /** A creation is never sent twice. */
  const create = async <Element>(
    resource: ResourceName,
    decode: (raw: unknown) => Element,
    body: Body,
    call: CallOptions,
  ): Promise<Element> => {
    const url = address(profile.endpoints[resource]);
    const answer = await exchange.call({ method: 'POST', url, body, repeatable: false, signal: call.signal });
    return oneRecord(() => decode(decoders.single(resource, parseAnswer(answer, limits))));
  };

  return {
    playlists: (call = {}) => list('playlist', decoders.playlist, call),
    playlist: async (id, call = {}) => playlists.read(recordAddress('playlist', id), id, call.signal),
    createPlaylist: ({ name, comment }, call = {}) =>
      create('playlist', decoders.playlist, jsonBody({ name, comment }), call),
    async updatePlaylist(id, values, call = {}) {
      const url = recordAddress('playlist', id);
      // PUT replaces the whole record: what stays is sent as it is now.
      const now = await playlists.head(url, id, call.signal);
      const answer = await exchange.call({
        method: profile.updateMethod,
        url,
        body: jsonBody({ name: values.name ?? now.name, comment: values.comment ?? now.comment }),
        repeatable: profile.updateMethod === 'PUT',
        signal: call.signal,
      });
      checkAnswer(answer, limits);
      // The shape of the answer is not documented, so the record is read anew; unconditionally, as dates of a change
      // within the same second are equal.
      const changed = await playlists.head(url, id, call.signal, true);
      refuseUnchanged(now, values, changed);
      return changed;
    },
    async deletePlaylist(id, call = {}) {
      const url = recordAddress('playlist', id);
      const answer = await exchange.call({ method: 'DELETE', url, repeatable: true, signal: call.signal });
      checkAnswer(answer, limits);
    },
    mediaFiles: (call = {}) => list('mediafile', decoders.mediaFile, call),
    mediaFile: async (id, call = {}) =>
      oneRecord(() =>
        documents.read({
          url: recordAddress('mediafile', id),
          signal: call.signal,
          decode: (body) => sameId(decoders.mediaFile(decoders.single('mediafile', body)), id),
        }),
      ),
    uploadFile: async (upload, call = {}) =>
      create('mediafile', decoders.mediaFile, await multipartBody(upload), call),
    addWebPage: ({ name, url, folderId = null }, call = {}) =>
      create(
        'mediafile',
        decoders.mediaFile,
        jsonBody({ name, media_file_id_as_parent_directory: folderId, url }),
        call,
      ),
    devices: (call = {}) => list('device', decoders.device, call),
    deviceGroups: (call = {}) => list('devicegroup', decoders.deviceGroup, call),
    downloadHeaders: (url) => access.headers(url),
    refreshLogin: () => access.refresh(),
    close: () => (needs.network ? undefined : network.close()),
  };
}

/**
 * Rejects a change that the server answered with success without changing the value. A server may normalise the new
 * value in its own way.
 */
function refuseUnchanged(
  before: PlaylistRecord,
  requested: Partial<PlaylistValues>,
  after: PlaylistRecord,
): void {
  for (const field of ['name', 'comment'] as const) {
    const wanted = requested[field];
    if (wanted === undefined || bare(wanted) === bare(before[field])) continue;
    if (after[field] !== before[field]) continue;
    throw new VitrineError('permanent', message('cms-not-changed', { id: after.id, field }));
  }
}

/** Two encodings of the same text are equal. */
function bare(text: string | null): string {
  return (text ?? '').normalize().replace(/\s+/g, ' ').trim();
}
