import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import got, { type Response } from 'got';
import { message } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import { VitrineError } from '../ground/errors.ts';
import { proxyEnvironment } from '../ground/proxy.ts';
import { version } from '../ground/version.ts';
import type { Channel, ChannelNeeds } from './channel.ts';
import { longestStepMs } from './channel.ts';
import { connectionFault } from './fault.ts';
import { secretOf, tlsOf } from './secret.ts';

type Settings = NonNullable<Config['alerts']['webhook']>;

/** Posts an alert as JSON. Redirects are not followed: the token is for one address. */
export function webhook({ url, tokenFile }: Settings, { settings, clock, env }: ChannelNeeds): Channel {
  const { host } = new URL(url);
  return {
    name: 'webhook',
    async send(alert) {
      const token = tokenFile === null ? null : await secretOf('alerts.webhook.tokenFile', tokenFile, env);
      const proxyEnv = { ...proxyEnvironment(null, env) };
      const agent = {
        http: new http.Agent({ proxyEnv }),
        https: new https.Agent({ proxyEnv, ...(await tlsOf(settings.caFile)) }),
      };
      const request = got.stream.post(url, {
        json: alert,
        headers: {
          'user-agent': `Vitrine/${version}`,
          'idempotency-key': alert.id,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        agent,
        followRedirect: false,
        throwHttpErrors: false,
        retry: { limit: 0 },
        timeout: { request: longestStepMs },
      });
      try {
        const [{ statusCode: status }] = (await once(request, 'response')) as [Response];
        if (status >= 200 && status < 300) return message('alert.webhook.sent', { host, status });
        throw new VitrineError('temporary', message('alert-webhook-refused', { host, status }));
      } catch (thrown) {
        if (thrown instanceof VitrineError) throw thrown;
        throw new VitrineError('temporary', connectionFault(thrown, host, clock.now()));
      } finally {
        // Its body is of no use, and may have no end.
        request.on('error', () => undefined).destroy();
        agent.http.destroy();
        agent.https.destroy();
      }
    },
  };
}
