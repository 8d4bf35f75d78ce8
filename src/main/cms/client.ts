import type { Clock } from '../clock.ts';
import { normaliseBaseUrl } from '../config/cms-address.ts';
import type { Log } from '../log.ts';
import { version } from '../version.ts';
import type { CallOptions, CmsApi, PatienceStore } from './api.ts';
import type { Credentials } from './credentials.ts';
import { createDecoders } from './decode/decoders.ts';
import { oneRecord, sameId } from './decode/single.ts';
import { CmsDocuments, checkAnswer, parseAnswer } from './documents.ts';
import { DownloadAccess } from './download-access.ts';
import { CmsExchange, defaultExchangeLimits, type ExchangeLimits } from './exchange.ts';
import type { JsonLimits } from './json.ts';
import { refuseUnchanged } from './kept-values.ts';
import { CmsListings, defaultListingLimits, type ListingLimits } from './listing.ts';
import { createNetwork, type Network } from './network.ts';
import { pathSegment } from './path-segment.ts';
import { PlaylistReader } from './playlist-reader.ts';
import { completeProfile, type PartialProfile, type ResourceName } from './profile.ts';
import type { Listing } from './records.ts';
import { createTransport, defaultTransportLimits, type TransportLimits } from './transport.ts';
import { jsonBody, multipartBody } from './upload.ts';

export interface CmsOptions {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly profile?: PartialProfile;
  readonly patience: PatienceStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly proxy?: string | null;
  readonly caFile?: string | null;
  readonly userAgent?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Connections that others use too; they are closed by whoever made them. */
  readonly network?: Network;
  /** Told what the clock of the CMS shows with every answer that has a date: epoch milliseconds. */
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
export function createCms(options: CmsOptions): CmsApi & { close(): void } {
  const baseUrl = normaliseBaseUrl(options.baseUrl);
  const profile = completeProfile(options.profile);
  const limits = { ...defaultLimits, ...options.limits };
  const { clock, credentials } = options;
  const log = options.log.named('cms');
  const network = options.network ?? createNetwork(options);
  const transport = createTransport(network, clock, options.userAgent ?? `Vitrine/${version}`, limits);
  const exchange = new CmsExchange({ ...options, baseUrl, transport, log, limits });
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

  const list = <Item extends { readonly id: string }>(
    resource: ResourceName,
    decode: (raw: unknown) => Item,
    call: CallOptions,
  ): Promise<Listing<Item>> =>
    listings.list({
      url: listAddress(resource),
      page: decoders.envelope[resource],
      decode,
      idOf: ({ id }) => id,
      signal: call.signal,
    });

  return {
    playlists: (call = {}) => list('playlist', decoders.playlist, call),
    playlist: async (id, call = {}) => playlists.read(recordAddress('playlist', id), id, call.signal),
    async createPlaylist(values, call = {}) {
      const answer = await exchange.call({
        method: 'POST',
        url: address(profile.endpoints.playlist),
        body: jsonBody({ name: values.name, comment: values.comment }),
        repeatable: false,
        signal: call.signal,
      });
      return oneRecord(() => decoders.playlist(decoders.single('playlist', parseAnswer(answer, limits))));
    },
    async updatePlaylist(id, values, call = {}) {
      const url = recordAddress('playlist', id);
      // PUT replaces a record: what is not to change is sent as it is now.
      const now = await playlists.head(url, id, call.signal);
      const answer = await exchange.call({
        method: profile.updateMethod,
        url,
        body: jsonBody({ name: values.name ?? now.name, comment: values.comment ?? now.comment }),
        repeatable: profile.updateMethod === 'PUT',
        signal: call.signal,
      });
      checkAnswer(answer, limits);
      // The answer's shape is not documented, so the record is asked for; all of it, as dates count in whole seconds.
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
    async uploadFile(upload, call = {}) {
      const answer = await exchange.call({
        method: 'POST',
        url: address(profile.endpoints.mediafile),
        body: await multipartBody(upload),
        repeatable: false,
        signal: call.signal,
      });
      return oneRecord(() => decoders.mediaFile(decoders.single('mediafile', parseAnswer(answer, limits))));
    },
    async addWebPage(page, call = {}) {
      const answer = await exchange.call({
        method: 'POST',
        url: address(profile.endpoints.mediafile),
        body: jsonBody({
          name: page.name,
          media_file_id_as_parent_directory: page.folderId ?? null,
          url: page.url,
        }),
        repeatable: false,
        signal: call.signal,
      });
      return oneRecord(() => decoders.mediaFile(decoders.single('mediafile', parseAnswer(answer, limits))));
    },
    devices: (call = {}) => list('device', decoders.device, call),
    deviceGroups: (call = {}) => list('devicegroup', decoders.deviceGroup, call),
    downloadHeaders: (url) => access.headers(url),
    refreshLogin: () => access.refresh(),
    close: () => (options.network ? undefined : network.close()),
  };
}
