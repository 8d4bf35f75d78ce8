/** The one place that talks to the server. Each edit answers the whole state, which is then told to the listener. */
let tell = () => undefined;
let asked = 0;
let told = 0;

export function onState(listener) {
  tell = listener;
}

export async function refresh() {
  await ask('GET', 'state');
}

/** False when it was refused; the reason is shown. */
export async function edit(method, path, body) {
  try {
    await ask(method, path, body);
    return true;
  } catch (error) {
    say(error.message);
    return false;
  }
}

async function ask(method, path, body) {
  const form = body instanceof FormData;
  const number = ++asked;
  const answer = await fetch(`/console/api/${path}`, {
    method,
    headers: body === undefined || form ? {} : { 'content-type': 'application/json' },
    body: form ? body : JSON.stringify(body),
  }).catch(() => {
    throw new Error('The demo CMS does not answer. Was it stopped?');
  });
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.message ?? `The server refused it (${answer.status}).`);
  // An answer that was overtaken by a later one is old news.
  if (number < told) return;
  told = number;
  tell(value);
}

let fading = 0;

export function say(text) {
  const message = document.getElementById('message');
  message.textContent = text;
  message.classList.add('shown');
  clearTimeout(fading);
  fading = setTimeout(() => message.classList.remove('shown'), 5000);
}
