import type { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import icon from '../../shared/icon.svg?raw';
import { allTexts, wordsOf } from '../../shared/languages/catalogues.ts';
import { type Language, languageIn } from '../../shared/languages/language.ts';
import type { AdminPort } from './port.ts';

interface PageFile {
  readonly type: string;
  readonly text: string;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** The files of the status page by name. They are part of the program in memory: the page still opens when the disk is dead. */
const pageFiles: ReadonlyMap<string, PageFile> = new Map([
  ...Object.entries({
    // Shared with the page of a fleet.
    ...import.meta.glob('../../pages/*.{css,js}', { query: '?raw', import: 'default', eager: true }),
    ...import.meta.glob('../../pages/status/*', { query: '?raw', import: 'default', eager: true }),
    // Shared with the stage.
    ...import.meta.glob('../../shared/languages/*.js', { query: '?raw', import: 'default', eager: true }),
    ...import.meta.glob('../../shared/*.js', { query: '?raw', import: 'default', eager: true }),
  }).map(([path, text]) => {
    const name = path.split('/').at(-1) ?? '';
    return [name, { type: types[name.split('.').at(-1) ?? ''] ?? '', text }] as const;
  }),
  ['icon.svg', { type: 'image/svg+xml', text: icon }] as const,
]);

const none = ["'none'"];
const own = ["'self'"];

/** Serves the page with its security headers. */
export function addPage(app: Hono, { language, name }: Pick<AdminPort, 'language' | 'name'>): void {
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: none,
        scriptSrc: own,
        styleSrc: own,
        imgSrc: own,
        connectSrc: own,
        mediaSrc: own,
        baseUri: none,
        formAction: none,
        frameAncestors: none,
      },
      referrerPolicy: 'no-referrer',
      // With HSTS, browsers would no longer offer to accept the self-signed certificate.
      strictTransportSecurity: false,
      crossOriginResourcePolicy: 'same-origin',
    }),
  );
  const languageOf = (header: string | undefined): Language =>
    (header ?? '')
      .split(',')
      .map((tag) => languageIn(tag.trim()))
      .find((known) => known !== null) ?? language();
  app.get('/', (context) => {
    const chosen = languageOf(context.req.header('accept-language'));
    const page = pageFiles.get('index.html')?.text ?? '';
    return context.html(
      page
        .replace('lang="en"', () => `lang="${chosen}"`)
        .replace('…', () => wordsOf(chosen).say('page.asking'))
        .replace('<title>Vitrine', () => `<title>${escaped(name())} · Vitrine`),
    );
  });
  app.get('/texts/:language', (context) =>
    context.json(pageTexts(languageIn(context.req.param('language')) ?? language())),
  );
  app.get('/:name{[\\w-]+\\.(?:css|js|svg)}', (context) => {
    const found = pageFiles.get(context.req.param('name'));
    return found ? context.body(found.text, 200, { 'Content-Type': found.type }) : context.notFound();
  });
}

/** A name as text of the page. */
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page's messages in one language: none of stage and fleet, and of setup only the names of doctor's checks. */
function pageTexts(language: Language): Readonly<Record<string, unknown>> {
  const own = Object.entries(allTexts[language]).filter(
    ([key]) => /^setup\.finding\./.test(key) || !/^(setup|stage|fleet)\./.test(key),
  );
  return Object.fromEntries(own);
}
