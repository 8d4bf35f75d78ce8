import type { Log } from '../../ground/log.ts';
import type { AppHandler } from '../host.ts';
import { appAddress, isAppAddress, scheme } from './address.ts';
import type { SessionApi } from './api.ts';
import { appStart } from './app-secret.ts';

/**
 * The app's own frame needs these to open a configured page in the local network. Pages never get them: no internet
 * page may reach behind the firewall through a kiosk.
 */
const ofTheAppAlone: ReadonlySet<string> = new Set([
  'local-network',
  'local-network-access',
  'loopback-network',
]);

function allowed(permission: string, asker: string): boolean {
  // An origin comes with or without a trailing slash.
  return ofTheAppAlone.has(permission) && isAppAddress(`${asker}/`);
}

/** Electron grants everything by default: each kind of permission needs a handler that refuses it. */
export function lockSession(session: SessionApi): void {
  session.setPermissionRequestHandler((_contents, permission, respond, details) =>
    respond(allowed(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => allowed(permission, origin));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, respond) => respond(null));
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
}

/**
 * Mounts app files and media below `vitrine://app/` and this start's secret. A failing handler costs one answer, not
 * the window.
 */
export function mountApp(session: SessionApi, handler: AppHandler, log: Log): void {
  session.protocol.handle(scheme, async (request) => {
    if (!request.url.startsWith(appStart)) return new Response(null, { status: 404 });
    try {
      return await handler(new Request(`${appAddress}${request.url.slice(appStart.length)}`, request));
    } catch (error) {
      log.warn('A file of the app could not be served', {
        path: `/${request.url.slice(appStart.length).split('?')[0]}`,
        error,
      });
      return new Response(null, { status: 500 });
    }
  });
}
