import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig, readConfig } from '../../src/main/config/config.ts';
import { wordsOf } from '../../src/shared/languages/catalogues.ts';
import type { Message } from '../../src/shared/languages/message.ts';

const home = mkdtempSync(join(tmpdir(), 'vitrine-config-'));
const salvaged = (...sources: Parameters<typeof readConfig>) => readConfig(...sources).config;
const bare = { XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };

function file(content: unknown): string {
  const path = join(mkdtempSync(join(home, 'c-')), 'config.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('configuration', () => {
  it('has sane defaults without file and environment', () => {
    const config = loadConfig({ env: bare });
    expect(config).toMatchObject({
      file: null,
      cms: { url: null, token: null },
      assignment: null,
      host: 'auto',
      syncSeconds: 60,
      transition: { kind: 'cut', durationMs: 0 },
      adminPort: 8780,
    });
    expect(config.dataDir).toBe(join(home, 'vitrine'));
  });

  it('reads the file that --config names; the environment overrides it', () => {
    const path = file({
      cms: { url: 'https://cms.example/api/v1.0/', token: 'from-file' },
      device: 7,
      syncSeconds: 30,
    });
    expect(loadConfig({ file: path, env: bare })).toMatchObject({
      file: path,
      cms: { token: 'from-file' },
      assignment: { kind: 'device', ref: '7' },
      syncSeconds: 30,
    });
    const env = {
      ...bare,
      VITRINE_PLAYLIST: 'Lobby',
      VITRINE_CMS_TOKEN_FILE: '/run/token',
      VITRINE_SYNC_SECONDS: '5',
    };
    expect(loadConfig({ file: path, env })).toMatchObject({
      cms: { url: 'https://cms.example/api/v1.0/', token: null, tokenFile: '/run/token' },
      assignment: { kind: 'playlist', ref: 'Lobby' },
      syncSeconds: 5,
    });
  });

  it('names every mistake with its place, path and reason', () => {
    const path = file({ cms: { url: 'ftp://x', tokn: 'x' }, host: 'firefox', adminPort: 'eighty' });
    const load = () => loadConfig({ file: path, env: { ...bare, VITRINE_TIME_ZONE: 'Mars/Base' } });
    expect(load).toThrow(/cms\.url must be an http or https address/);
    expect(load).toThrow(/cms\.tokn is not a setting/);
    expect(load).toThrow(/host must be one of: auto, electron, chromium/);
    expect(load).toThrow(/adminPort must be a number/);
    expect(load).toThrow(/VITRINE_TIME_ZONE must be a time zone/);
  });

  it('names the first eight mistakes, counts the others, and truncates a long name', () => {
    const reading = (content: unknown) => readConfig({ file: file(content), env: bare }).mistake;
    const many = reading({ network: { allow: Array(5000).fill(1) } });
    expect(many?.message).toMatch(/network\.allow\.0 must be text; .*allow\.7 must be text; 4,992 more\.$/);
    expect(many && wordsOf('de').message(many.report.message as Message)).toMatch(
      /^Die Konfiguration enthält Fehler: network\.allow\.0 muss Text sein; .*; 4\.992 weitere\.$/,
    );
    expect(reading({ ['y'.repeat(9000)]: 1 })?.message).toMatch(/ y{100} is not a setting/);
  });

  it('accepts a bare host for the CMS, in the file and in the environment', () => {
    const url = 'https://cms.example/api/v1.0/';
    expect(loadConfig({ file: file({ cms: { url: 'cms.example' } }), env: bare }).cms.url).toBe(url);
    expect(loadConfig({ env: { ...bare, VITRINE_CMS_URL: 'cms.example' } }).cms.url).toBe(url);
    expect(salvaged({ file: file({ cms: { url: 'cms.example' }, hots: 1 }), env: bare })?.cms.url).toBe(url);
  });

  it('never quotes the text around a JSON mistake: it may contain a token', () => {
    const path = file('{\n "cms": {\n "token": "very-secret" oops\n}}');
    expect(() => loadConfig({ file: path, env: bare })).toThrow(/is not valid JSON \(line 3, column 25\)/);
    expect(() => loadConfig({ file: path, env: bare })).not.toThrow(/very-secret/);
  });

  it('resolves paths in a file from its folder, and names the line at which a file ends early', () => {
    const path = file({
      dataDir: 'data',
      cms: { tokenFile: './token', oauth: { clientId: 'a', clientSecretFile: 'b' } },
    });
    const folder = join(path, '..');
    expect(loadConfig({ file: path, env: bare })).toMatchObject({
      dataDir: join(folder, 'data'),
      cms: { tokenFile: join(folder, 'token'), oauth: { clientSecretFile: join(folder, 'b') } },
    });
    const env = { ...bare, CREDENTIALS_DIRECTORY: '/run/credentials' };
    const named = file({ dataDir: 'data', cms: { tokenFile: 'token', caFile: 'ca.pem' } });
    // Credentials of systemd contain only secrets.
    expect(loadConfig({ file: named, env })).toMatchObject({
      dataDir: join(named, '../data'),
      cms: { tokenFile: 'token', caFile: join(named, '../ca.pem') },
    });
    expect(() => loadConfig({ file: file('{\n"cms":'), env: bare })).toThrow(
      /not valid JSON \(line 2, column 7\)/,
    );
  });

  it('refuses a data folder whose path is too long for a database', () => {
    expect(() => loadConfig({ env: { ...bare, VITRINE_DATA_DIR: `/srv/${'a'.repeat(460)}` } })).toThrow(
      /must be at most 450 bytes long/,
    );
    expect(
      loadConfig({ env: { ...bare, VITRINE_DATA_DIR: `/srv/${'a'.repeat(440)}` } }).dataDir,
    ).toHaveLength(445);
  });

  it('refuses two assignments and two tokens, each under the name that was used', () => {
    const load = (content: unknown, env: Record<string, string> = {}) => {
      return () => loadConfig({ file: file(content), env: { ...bare, ...env } });
    };
    expect(load({ playlist: 'a', device: 'b' })).toThrow(
      'playlist and device are set, but they are mutually exclusive.',
    );
    expect(load({}, { VITRINE_PLAYLIST: 'a', VITRINE_DEVICE_GROUP: 'b' })).toThrow(
      'VITRINE_PLAYLIST and VITRINE_DEVICE_GROUP are set',
    );
    expect(load({}, { VITRINE_CMS_TOKEN: 'a', VITRINE_CMS_TOKEN_FILE: 'b' })).toThrow(
      'VITRINE_CMS_TOKEN and VITRINE_CMS_TOKEN_FILE are set',
    );
    // All mistakes are reported at once.
    expect(load({ cms: { token: 'a', tokenFile: 'b' }, hots: 1 })).toThrow(
      'hots is not a setting (did you mean host?); cms.token and cms.tokenFile are set',
    );
  });

  it('accepts null as absent', () => {
    const nothing = {
      cms: null,
      device: null,
      adminPort: null,
      screen: { fit: null, ticker: null },
      screens: null,
    };
    const path = file(nothing);
    expect(loadConfig({ file: path, env: bare })).toEqual({ ...loadConfig({ env: bare }), file: path });
  });

  it('names the file that cannot be read', () => {
    expect(() => loadConfig({ file: join(home, 'absent.json'), env: bare })).toThrow(
      /Cannot read the configuration .*absent\.json: ENOENT/,
    );
  });

  it('has one screen on the primary display unless screens are listed', () => {
    const nothing = {
      rotation: null,
      fit: null,
      background: null,
      volume: null,
      region: null,
      scale: null,
      zones: null,
      ticker: null,
      hours: null,
      hook: null,
      cec: null,
      ddc: null,
      serial: null,
      pageZoom: null,
      pageReloadSeconds: null,
    };
    const one = loadConfig({ file: file({ screen: { fit: 'cover' } }), env: bare }).screens;
    expect(one).toEqual([
      { id: '1', display: 'primary', playlist: null, look: { ...nothing, fit: 'cover' } },
    ]);
    expect(loadConfig({ file: file({ screens: 'all' }), env: bare }).screens).toBe('all');
    const screens = [
      { id: 1, display: 0 },
      { id: 'bar', display: '79', playlist: 12, volume: 20 },
    ];
    expect(
      loadConfig({ file: file({ screen: { fit: 'cover', volume: 80 }, screens }), env: bare }).screens,
    ).toEqual([
      { id: '1', display: 0, playlist: null, look: { ...nothing, fit: 'cover', volume: 80 } },
      { id: 'bar', display: '79', playlist: '12', look: { ...nothing, fit: 'cover', volume: 20 } },
    ]);
  });

  it('reads zoom and reload of web pages from the environment, and for each screen', () => {
    const env = { ...bare, VITRINE_PAGE_ZOOM: '1.5', VITRINE_PAGE_RELOAD_SECONDS: '60' };
    const { screen, screens } = loadConfig({
      file: file({ screen: { fit: 'cover', pageZoom: 3 }, screens: [{ id: 'a' }, { id: 'b', pageZoom: 2 }] }),
      env,
    });
    expect(screen).toMatchObject({ fit: 'cover', pageZoom: 1.5, pageReloadSeconds: 60 });
    expect(screens).toMatchObject([
      { look: { pageZoom: 1.5, pageReloadSeconds: 60 } },
      { look: { pageZoom: 2, pageReloadSeconds: 60 } },
    ]);
    const wrong = (values: Record<string, string>) => () => loadConfig({ env: { ...bare, ...values } });
    expect(wrong({ VITRINE_PAGE_ZOOM: '0' })).toThrow(/VITRINE_PAGE_ZOOM must be at least 0\.25/);
    expect(wrong({ VITRINE_PAGE_RELOAD_SECONDS: '4' })).toThrow(
      /VITRINE_PAGE_RELOAD_SECONDS must be at least 5/,
    );
  });

  it('reads scale and ticker for all screens; a screen can replace either as a whole', () => {
    const ticker = { text: 'Open till six', speed: 200, clock: { position: 'left' } };
    const screen = { scale: 0.5, ticker };
    const screens = [{ id: 'a' }, { id: 'b', scale: 2, ticker: { feed: 'https://news.example/rss' } }];
    const nothing = { position: null, direction: null, color: null, backgroundColor: null };
    const own = {
      ...nothing,
      text: 'Open till six',
      feed: null,
      speed: 200,
      clock: { format: null, position: 'left' },
    };
    expect(loadConfig({ file: file({ screen, screens }), env: bare }).screens).toMatchObject([
      { look: { scale: 0.5, ticker: own } },
      {
        look: {
          scale: 2,
          ticker: { ...nothing, text: null, feed: 'https://news.example/rss', speed: null, clock: null },
        },
      },
    ]);
    const load = (wrong: unknown) => () => loadConfig({ file: file({ screen: wrong }), env: bare });
    expect(load({ scale: 80 })).toThrow(/screen\.scale must be at most 4/);
    expect(load({ ticker: { color: 'red' } })).toThrow(/screen\.ticker must have a text, a feed or a clock/);
    expect(load({ ticker: { text: 'x', color: 'url(//x)' } })).toThrow(
      /screen\.ticker\.color must be a colour/,
    );
    expect(load({ ticker: { text: 'x', speed: 0 } })).toThrow(/screen\.ticker\.speed must be at least 1/);
    expect(load({ ticker: { feed: 'news' } })).toThrow(/screen\.ticker\.feed must be an http or https/);
  });

  it('reads zones in pixels and in fractions of the screen, for all screens or one', () => {
    const main = { id: 'main', width: '75%', height: 1080, playlist: 12 };
    const zone = { left: 0, top: 0, fit: null, sound: null };
    const load = (values: object) => loadConfig({ file: file(values), env: bare });
    const { screen, screens } = load({
      screen: { zones: [main] },
      screens: [{ id: 'a' }, { id: 'b', zones: [] }],
    });
    expect(screen.zones).toEqual([{ ...zone, ...main, playlist: '12' }]);
    expect(screens === 'all' ? null : screens.map(({ look }) => look.zones?.length)).toEqual([1, 0]);
    const wrong = (zones: unknown) => () => load({ screen: { zones } });
    expect(wrong([{ id: 'x', height: 1 }])).toThrow(/screen\.zones\.0\.width/);
    expect(wrong([{ ...main, left: '3 km' }])).toThrow(
      /screen\.zones\.0\.left must be a number of pixels, or a percentage/,
    );
    expect(wrong([{ ...main, id: 'a/b' }])).toThrow(/screen\.zones\.0\.id must consist of/);
    expect(wrong([main, main])).toThrow(/screen\.zones must not list a zone twice/);
    // Only the display can show whether such a zone fits: a mistake costs this zone, not the configuration.
    expect(load({ screen: { zones: [{ ...main, width: 0, left: -5000 }] } }).screen.zones).toHaveLength(1);
  });

  it('names the screen with the mistake', () => {
    const load = (screens: unknown) => () => loadConfig({ file: file({ screens }), env: bare });
    expect(load([{ id: 'a' }, { id: 'b', rotation: 45 }])).toThrow(
      /screens\.1\.rotation must be one of: 0, 90, 180, 270/,
    );
    expect(load([{ id: 'a' }, { id: 'a' }])).toThrow(/screens must not list a screen twice/);
    expect(load([{ display: 0 }])).toThrow(/screens\.0\.id/);
    expect(load([])).toThrow(/screens must list at least one screen/);
    expect(load('both')).toThrow(/screens must be "all" or a list of screens/);
  });

  it('keeps the valid settings, so that a player with a show can continue', () => {
    const path = file({ dataDir: '/srv/show', timeZone: 'Europe/Berlin', host: 'firefox' });
    expect(salvaged({ file: path, env: bare })).toMatchObject({
      dataDir: '/srv/show',
      timeZone: 'Europe/Berlin',
      host: 'auto',
    });
    expect(salvaged({ file: file('{'), env: { ...bare, VITRINE_DATA_DIR: '/srv/two' } })).toMatchObject({
      dataDir: '/srv/two',
      cms: { url: null },
    });
    expect(
      salvaged({ file: file({ playlist: 'a', device: 'b', dataDir: '/srv/x' }), env: bare })?.dataDir,
    ).toBe('/srv/x');
  });
});
