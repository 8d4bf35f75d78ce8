import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { answer, Caller } from '../../src/main/ground/rpc.ts';
import { verbatim } from '../../src/shared/languages/message.ts';

const open: MessageChannel[] = [];
afterEach(() => {
  for (const channel of open.splice(0)) channel.port1.close();
});

function connect() {
  const channel = new MessageChannel();
  open.push(channel);
  const calls = {
    double: (params: { value: number }) => params.value * 2,
    fail: (): never => {
      throw new VitrineError('auth', 'login-needed', verbatim('Log in.'), { remedy: verbatim('Do.') });
    },
  };
  const events: string[] = [];
  const emit = answer<typeof calls, string>(channel.port2, calls);
  const caller = new Caller<typeof calls, string>(channel.port1, (event) => events.push(event));
  return { caller, emit, events };
}

describe('calls across threads', () => {
  it('return to each call its own result, in any order', async () => {
    const { caller } = connect();
    const results = await Promise.all([1, 2, 3].map((value) => caller.call('double', { value })));
    expect(results).toEqual([2, 4, 6]);
  });

  it('carry our errors unchanged', async () => {
    const { caller } = connect();
    await expect(caller.call('fail')).rejects.toMatchObject({
      kind: 'auth',
      code: 'login-needed',
      remedy: verbatim('Do.'),
    });
  });

  it('deliver events in order, and before the result of a later call', async () => {
    const { caller, emit, events } = connect();
    emit('a');
    emit('b');
    await caller.call('double', { value: 1 });
    expect(events).toEqual(['a', 'b']);
  });

  it('reject open and later calls once the other end is gone', async () => {
    const { caller } = connect();
    const open = caller.call('double', { value: 1 });
    caller.end(new VitrineError('temporary', 'engine-gone', verbatim('Gone.')));
    await expect(open).rejects.toMatchObject({ code: 'engine-gone' });
    await expect(caller.call('double', { value: 1 })).rejects.toMatchObject({ code: 'engine-gone' });
  });
});
