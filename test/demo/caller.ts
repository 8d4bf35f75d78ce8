import { type DemoCms, type DemoCmsOptions, startDemoCms } from '../../src/demo/cms.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed when it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly body: any;
}

export interface Caller {
  readonly cms: DemoCms;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A demo CMS and somebody who asks it, by real HTTP. Paths are relative to the base address. */
export async function callDemoCms(options: DemoCmsOptions = {}): Promise<Caller> {
  const cms = await startDemoCms(options);
  const call: Caller['call'] = async (method, path, body, headers = {}) => {
    const raw = body instanceof FormData || typeof body === 'string' || body === undefined;
    const answer = await fetch(new URL(path, cms.baseUrl), {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${cms.token}`,
        ...(raw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? (body as string | FormData) : JSON.stringify(body) }),
    });
    return read(answer);
  };
  return {
    cms,
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    [Symbol.asyncDispose]: () => cms.stop(),
  };
}

export async function read(answer: Response): Promise<Answer> {
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.includes('json') && text !== '';
  return { status: answer.status, headers: answer.headers, text, body: json ? JSON.parse(text) : null };
}
