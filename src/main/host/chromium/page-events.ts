import type { Protocol } from 'devtools-protocol';
import type { Log } from '../../ground/log.ts';
import type { CdpEvent, CdpSession } from './cdp.ts';
import type { ProxyLogins } from './proxy-logins.ts';

/** Only documents are intercepted: other requests of a page run at full speed. */
const documents: Protocol.Fetch.RequestPattern[] = [
  { resourceType: 'Document', requestStage: 'Request' },
  { resourceType: 'Document', requestStage: 'Response' },
];

const lightScheme = [{ name: 'prefers-color-scheme', value: 'light' }];

/** Call it for each session of a web page and of a frame in it, before the frame runs. `others`: also intercepted. */
export function watchPage(
  session: CdpSession,
  others: readonly Protocol.Fetch.RequestPattern[] = [],
): Promise<unknown> {
  return Promise.all([
    session.send('Fetch.enable', { patterns: [...documents, ...others], handleAuthRequests: true }),
    session.send('Page.enable'),
    // The browser uses a dark scheme; pages must not depend on it.
    session.send('Emulation.setEmulatedMedia', { features: lightScheme }),
  ]);
}

/** Answers what a page waits for: dialogs, logins at a proxy, and documents, of which `paused` decides. */
export function answerPage(
  { method, params }: CdpEvent,
  session: CdpSession,
  needs: {
    readonly logins: ProxyLogins;
    readonly log: Log;
    paused(params: Protocol.Fetch.RequestPausedEvent): Promise<void>;
  },
): void {
  switch (method) {
    case 'Page.javascriptDialogOpening':
      // A dialog blocks its page until it is answered: accept leaving the page, refuse everything else.
      session.post('Page.handleJavaScriptDialog', { accept: params.type === 'beforeunload' });
      return;
    case 'Fetch.authRequired':
      session.post('Fetch.continueWithAuth', {
        requestId: params.requestId,
        authChallengeResponse: needs.logins.answer(params),
      });
      return;
    case 'Fetch.requestPaused':
      needs.paused(params).catch((error: unknown) => {
        needs.log.debug('A page ended while it was loading', { error });
        session.post('Fetch.failRequest', { requestId: params.requestId, errorReason: 'Failed' });
      });
      return;
  }
}
