/** The only file that talks to the server. Each edit answers the whole state, which goes to the listener. */
let notify = () => undefined;
let latest = null;
let sent = 0;
let received = 0;

export function onState(listener) {
  notify = listener;
}

export async function refresh() {
  await request('GET', 'state');
}

/** The answer; null after an error: the page then shows the stored state again with the message. */
export async function edit(method, path, body) {
  try {
    return await request(method, path, body);
  } catch (error) {
    if (latest) notify(latest, true);
    announce(error.message);
    return null;
  }
}

async function request(method, path, body) {
  const form = body instanceof FormData;
  const number = ++sent;
  const answer = await fetch(`/console/api/${path}`, {
    method,
    headers: body === undefined || form ? {} : { 'content-type': 'application/json' },
    body: form ? body : JSON.stringify(body),
  }).catch(() => {
    throw new Error('The demo CMS does not answer. Was it stopped?');
  });
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.message ?? `The server refused the change (${answer.status}).`);
  // A later answer has come already.
  if (number > received) {
    received = number;
    latest = value;
    notify(value, method !== 'GET');
  }
  return value;
}

let fading = 0;

/** Shows a message for a few seconds; `undo` reverts the edit. */
export function announce(text, undo = null) {
  const message = document.getElementById('message');
  const button = document.getElementById('undo');
  document.getElementById('announcement').textContent = text;
  button.hidden = undo === null;
  button.onclick = () => {
    message.classList.remove('shown');
    undo();
  };
  message.classList.add('shown');
  clearTimeout(fading);
  fading = setTimeout(() => message.classList.remove('shown'), undo ? 15_000 : 4000 + 50 * text.length);
}
