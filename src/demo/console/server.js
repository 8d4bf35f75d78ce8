/** The only file that talks to the server. Each edit answers the whole state, which goes to the listener. */
let tell = () => undefined;
let latest = null;
let asked = 0;
let told = 0;

export function onState(listener) {
  tell = listener;
}

export async function refresh() {
  await ask('GET', 'state');
}

/** The answer; null after an error: the page then shows the stored state again with the message. */
export async function edit(method, path, body) {
  try {
    return await ask(method, path, body);
  } catch (error) {
    if (latest) tell(latest, true);
    say(error.message);
    return null;
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
  // A later answer has come already.
  if (number > told) {
    told = number;
    latest = value;
    tell(value, method !== 'GET');
  }
  return value;
}

let fading = 0;

/** Shows a message for a few seconds; `undo` reverts the edit. */
export function say(text, undo = null) {
  const message = document.getElementById('message');
  const button = document.getElementById('undo');
  document.getElementById('said').textContent = text;
  button.hidden = undo === null;
  button.onclick = () => {
    message.classList.remove('shown');
    undo();
  };
  message.classList.add('shown');
  clearTimeout(fading);
  fading = setTimeout(() => message.classList.remove('shown'), undo ? 15_000 : 4000 + 50 * text.length);
}
