// Runs a script in the player or its engine's thread through Node's inspector. To be started in the machine's network,
// after SIGUSR1 to the player. Usage: inspect-process.ts player|engine SCRIPT
const [whom, script = ''] = process.argv.slice(2);

async function address(): Promise<string> {
  for (const since = Date.now(); Date.now() - since < 10_000; ) {
    try {
      const answer = await fetch('http://127.0.0.1:9229/json');
      const [first] = (await answer.json()) as readonly { readonly webSocketDebuggerUrl: string }[];
      if (first) return first.webSocketDebuggerUrl;
    } catch {
      // The inspector is not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The player cannot be inspected.');
}

const socket = new WebSocket(await address());
const say = (method: string, params: object): void => socket.send(JSON.stringify({ id: 1, method, params }));
const evaluate = { expression: script, includeCommandLineAPI: true };
await new Promise((resolve) => socket.addEventListener('open', resolve));
if (whom === 'player') say('Runtime.evaluate', evaluate);
else say('NodeWorker.enable', { waitForDebuggerOnStart: false });
socket.addEventListener('message', ({ data }) => {
  const { method, params } = JSON.parse(String(data));
  if (method !== 'NodeWorker.attachedToWorker') return;
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: evaluate });
  say('NodeWorker.sendMessageToWorker', { sessionId: params.sessionId, message });
});
// The effect on the process shows whether it obeyed.
setTimeout(() => process.exit(0), 300);
