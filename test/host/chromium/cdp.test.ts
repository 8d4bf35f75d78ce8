import { PassThrough } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { createLog, type LogLine } from '../../../src/main/ground/log.ts';
import { Cdp, type CdpEvent } from '../../../src/main/host/chromium/cdp.ts';

let toBrowser: PassThrough;
let fromBrowser: PassThrough;
let events: CdpEvent[];
let lines: LogLine[];
let cdp: Cdp;

beforeEach(() => {
  toBrowser = new PassThrough();
  fromBrowser = new PassThrough();
  events = [];
  lines = [];
  const log = createLog((line) => lines.push(line));
  cdp = new Cdp(toBrowser, fromBrowser, log, (event) => events.push(event));
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('commands carry a number, and their session if they have one', () => {
  cdp.browser.post('Browser.getVersion');
  cdp.session('s1').post('Page.navigate', { url: 'é' });
  expect(toBrowser.read().toString()).toBe(
    '{"id":1,"method":"Browser.getVersion","params":{}}\0{"id":2,"method":"Page.navigate","params":{"url":"é"},"sessionId":"s1"}\0',
  );
});

test('answers match their commands in any order, whole or in pieces', async () => {
  const first = cdp.browser.send('Page.enable');
  const second = cdp.browser.send('Page.disable');
  const bytes = Buffer.from(
    '{"id":2,"result":{"word":"zwölf ☃"}}\0{"id":1,"result":{}}\0{"method":"E","params":{"x":1}}\0',
  );
  for (const byte of bytes) fromBrowser.write(Buffer.from([byte]));
  expect(await second).toEqual({ word: 'zwölf ☃' });
  expect(await first).toEqual({});
  await settled();
  expect(events).toEqual([{ method: 'E', params: { x: 1 }, sessionId: null }]);
});

test('a refusal names the command and the reason', async () => {
  const requested = cdp.browser.send('Page.crash');
  fromBrowser.write('{"id":1,"error":{"code":-32000,"message":"Not attached"}}\0');
  await expect(requested).rejects.toMatchObject({
    code: 'browser-refused',
    message: expect.stringMatching(/Page\.crash.*Not attached/),
  });
});

test.each([
  ['of a page that has just crashed', -32000, 'Target crashed', 'temporary'],
  ['of a session that is no more', -32001, 'Session with given id not found.', 'temporary'],
  ["of the browser's own trouble", -32603, 'Internal error', 'temporary'],
  ['of a command that it does not know', -32601, "'Page.crash' wasn't found", 'permanent'],
  ['of words that it does not take', -32602, 'Invalid parameters', 'permanent'],
])('a refusal %s states whether to retry', async (_, code, message, kind) => {
  const requested = cdp.browser.send('Page.crash');
  fromBrowser.write(`${JSON.stringify({ id: 1, error: { code, message } })}\0`);
  await expect(requested).rejects.toMatchObject({ code: 'browser-refused', kind });
});

test('a session that ends answers nothing more, others do', async () => {
  const lost = cdp.session('gone').send('Page.enable');
  const kept = cdp.session('here').send('Page.enable');
  cdp.forget('gone');
  await expect(lost).rejects.toMatchObject({ code: 'browser-gone' });
  fromBrowser.write('{"id":2,"result":{},"sessionId":"here"}\0');
  expect(await kept).toEqual({});
});

test('the end of the pipe ends every command, also later ones', async () => {
  const open = cdp.browser.send('Page.enable');
  fromBrowser.destroy();
  await expect(open).rejects.toMatchObject({ code: 'browser-gone', kind: 'temporary' });
  await expect(cdp.browser.send('Page.enable')).rejects.toMatchObject({ code: 'browser-gone' });
});

test('a screenshot of many megabytes costs no more than its bytes', async () => {
  const data = 'x'.repeat(8 * 2 ** 20);
  const requested = cdp.browser.send('Page.captureScreenshot');
  const bytes = Buffer.from(`{"id":1,"result":{"data":"${data}"}}\0`);
  for (let at = 0; at < bytes.length; at += 65_536) fromBrowser.write(bytes.subarray(at, at + 65_536));
  expect((await requested).data).toBe(data);
});

test('a posted command has no waiting caller; a refusal is logged', async () => {
  cdp.browser.post('Page.crash');
  fromBrowser.write('{"id":1,"error":{"code":-32000,"message":"Not attached"}}\0');
  await settled();
  expect(lines).toMatchObject([{ level: 'debug', fields: { error: expect.anything() } }]);
});

test.each([
  ['no JSON', 'nonsense'],
  ['no message', 'null'],
  ['an event with no words for words', '{"method":"E","params":null}'],
])('a browser that sends %s is replaced, and the player continues', async (_, message) => {
  const requested = cdp.browser.send('Page.enable');
  fromBrowser.write(`${message}\0{"method":"F","params":{}}\0`);
  await expect(requested).rejects.toMatchObject({ code: 'browser-gone' });
  expect(events).toEqual([]);
  expect(toBrowser.destroyed).toBe(true);
  expect(lines.map(({ message }) => message)).toEqual([expect.stringContaining('malformed message')]);
});

test('an unreadable event ends the browser, and not the player', async () => {
  const log = createLog((line) => lines.push(line));
  const [output, input] = [new PassThrough(), new PassThrough()];
  const strict = new Cdp(output, input, log, ({ params }) => void Object.keys(Object(params).frame.url));
  input.write('{"method":"Page.frameNavigated","params":{}}\0');
  await expect(strict.browser.send('Page.enable')).rejects.toMatchObject({ code: 'browser-gone' });
});
