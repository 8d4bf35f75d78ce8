import { ask } from './ask.js';
import { openDay } from './day.js';
import { brand, icon, make } from './element.js';
import { openFiles } from './files.js';
import { clock, showTimesIn, when } from './format.js';
import { openLogin, openSession } from './login.js';
import { openNow } from './now.js';
import { openProof } from './proof.js';
import { openSettings } from './settings.js';
import { openTrouble } from './trouble.js';
import { learnWords, say } from './words.js';

const views = {
  now: openNow,
  day: openDay,
  files: openFiles,
  proof: openProof,
  trouble: openTrouble,
  settings: openSettings,
};
const everyMs = 2_000;
const main = document.getElementById('main');

const shopClock = make('span', { class: 'shop-clock' });
const playerName = make('strong', { class: 'player-name' });
const sayer = make('span', { class: 'end soft small', id: 'session' });
const stale = make('p', { class: 'notice dark', role: 'alert', hidden: true });
const links = new Map();

let open = null;
let answeredAt = null;
let status = null;
let session = { name: 'Vitrine', mayAct: false, canLogIn: false };

function header() {
  const items = Object.keys(views).map((name) => {
    const link = make('a', { href: `#${name}` }, icon(name), make('span', {}, say(`page.tab.${name}`)));
    links.set(name, link);
    return make('li', {}, link);
  });
  return [
    make('a', { class: 'skip', href: '#main', onclick: skip }, say('page.skip')),
    make(
      'header',
      { class: 'top' },
      brand(playerName, shopClock),
      make('nav', { 'aria-label': say('page.nav') }, make('ul', {}, items)),
      sayer,
    ),
  ];
}

/** The fragment names the view: a skip link must not change it. */
function skip(event) {
  event.preventDefault();
  main.focus();
}

function route() {
  const [name = '', ...rest] = location.hash.slice(1).split('/');
  return { name: Object.hasOwn(views, name) ? name : 'now', rest: rest.map(decodeURIComponent) };
}

function go(isFirst = false) {
  const { name, rest } = route();
  for (const [other, link] of links)
    other === name ? link.setAttribute('aria-current', 'page') : link.removeAttribute('aria-current');
  open?.stop?.();
  named(say(`page.tab.${name}`));
  const title = make(
    'h1',
    { class: name === 'now' ? 'unseen' : null, tabindex: -1 },
    say(`page.tab.${name}`),
  );
  const body = make('div', { class: `view ${name}` });
  main.replaceChildren(stale, title, body);
  open = views[name](body, { rest, status, session, title });
  if (status) open.update?.(status);
  window.scrollTo(0, 0);
  // Screen readers announce the new view.
  if (!isFirst) title.focus({ preventScroll: true });
}

/** Distinguishes the tabs of several players. */
function named(view) {
  playerName.textContent = session.name;
  document.title = `${session.name} · ${view} · Vitrine`;
}

async function look() {
  if (document.visibilityState === 'visible') {
    try {
      const [report, health] = await Promise.all([ask('api/status'), ask('api/health')]);
      status = { ...report, health };
      if (session.name !== status.name) {
        session.name = status.name;
        named(say(`page.tab.${route().name}`));
      }
      answeredAt = Date.now();
      showTimesIn(status.clock.zone);
      shopClock.textContent = clock(Date.now());
      stale.hidden = true;
      document.body.classList.remove('stale');
      if (open === null) go(true);
      else open.update?.(status);
    } catch (error) {
      if (error.status === 401) return login();
      if (open === null) go(true);
      stale.hidden = false;
      stale.textContent =
        answeredAt === null ? say('page.silent') : say('page.silent-since', { time: when(answeredAt) });
      document.body.classList.add('stale');
    }
  }
  setTimeout(look, everyMs);
}

function login() {
  document.body.classList.add('locked');
  named(say('page.login.enter'));
  openLogin(main, session, async () => {
    document.body.classList.remove('locked');
    await start();
  });
}

async function start() {
  session = await ask('api/session').catch(() => session);
  sayer.replaceChildren(...openSession(session, login));
  if (session.canLogIn && !session.mayAct) return login();
  open = null;
  await look();
}

await learnWords(when);
document.body.prepend(...header());
window.addEventListener('hashchange', () => {
  if (!document.body.classList.contains('locked')) go();
});
await start();
