import { type Attack, letThrough, refused } from '../attack.ts';

/** Attacks on the player's network. */
export const network: readonly Attack[] = [
  {
    area: 'WebRTC',
    name: 'learns the addresses of the machine',
    ms: 2000,
    script: `const peer = new RTCPeerConnection({ iceServers: [] }); peer.createDataChannel('x');
      peer.onicecandidate = ({ candidate }) => { if (candidate?.candidate) say('candidate ' + candidate.candidate); };
      peer.createOffer().then((offer) => peer.setLocalDescription(offer)).catch((error) => say(String(error)));`,
    broke: ({ messages }) => {
      const found = messages.find((each) => String(each).startsWith('candidate'));
      return found === undefined ? null : String(found);
    },
  },
  {
    area: 'WebRTC',
    name: 'speaks to itself past the proxy',
    ms: 2500,
    script: `attempt(async () => { const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()];
      a.onicecandidate = ({ candidate }) => b.addIceCandidate(candidate); b.onicecandidate = ({ candidate }) => a.addIceCandidate(candidate);
      const line = a.createDataChannel('x'); const offer = await a.createOffer(); await a.setLocalDescription(offer);
      await b.setRemoteDescription(offer); const answer = await b.createAnswer(); await b.setLocalDescription(answer);
      await a.setRemoteDescription(answer); await new Promise((resolve) => { line.onopen = resolve; }); });`,
    broke: ({ messages }) => letThrough(messages),
  },
  {
    area: 'WebSocket',
    name: "speaks to the stage's server",
    ms: 1200,
    script: `attempt(() => new Promise((resolve, reject) => { const line = new WebSocket(location.ancestorOrigins[0].replace('http', 'ws') + '/life/x/1');
      line.onopen = resolve; line.onerror = () => reject(new Error('refused')); }));`,
    broke: ({ messages }) => letThrough(messages),
  },
  {
    area: 'WebSocket',
    name: 'opens three hundred',
    ms: 2000,
    script: `const lines = Array.from({ length: 300 }, () => new WebSocket(home.replace('http', 'ws') + '/line'));`,
    broke: () => null,
  },
  {
    area: 'local network',
    name: "speaks to the browser's remote control",
    ms: 1500,
    script: `for (const port of [9222, 9229]) attempt(async () => (await fetch('http://127.0.0.1:' + port + '/json')).status);`,
    broke: ({ messages }) => letThrough(messages),
  },
  {
    area: 'local network',
    name: 'asks for the headers of another page',
    ms: 600,
    script: `fetch(other + '/page/0', { mode: 'no-cors' }).catch(() => {});`,
    broke: () => null,
  },
  refused('network', 'opens a raw socket', `const line = new TCPSocket('127.0.0.1', 22); await line.opened`),
  refused(
    'network',
    'opens WebTransport to the stage',
    `
    const line = new WebTransport(location.ancestorOrigins[0].replace('http:', 'https:') + '/'); await line.ready`,
  ),
  {
    area: 'redirects',
    name: 'is sent to the stage',
    ms: 700,
    script: `location.href = '/redirect?to=' + encodeURIComponent(location.ancestorOrigins[0] + '/');`,
    broke: ({ messages }) => letThrough(messages),
  },
  {
    area: 'redirects',
    name: 'is sent round and round',
    ms: 1000,
    script: `const spin = () => { const inner = document.createElement('iframe'); inner.src = '/redirect?to=' + encodeURIComponent('/redirect?to=/redirect'); 
      document.body.append(inner); setTimeout(() => { inner.remove(); spin(); }, 20); }; spin();`,
    broke: () => null,
  },
  {
    area: 'redirects',
    name: 'refreshes to a file',
    ms: 700,
    script: `location.href = '/refresh?to=' + encodeURIComponent('file:///etc/passwd');`,
    broke: () => null,
  },
];
