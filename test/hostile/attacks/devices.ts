import { type Attack, letThrough, refused } from '../attack.ts';

/** Attacks on the machine, its devices and its user. */
export const devices: readonly Attack[] = [
  refused('camera', 'looks through the camera', `await navigator.mediaDevices.getUserMedia({ video: true })`),
  refused(
    'camera',
    'lists cameras and microphones',
    `
    const all = await navigator.mediaDevices.enumerateDevices(); if (!all.some(({ label, deviceId }) => label || deviceId)) no()`,
  ),
  refused('microphone', 'listens', `await navigator.mediaDevices.getUserMedia({ audio: true })`),
  refused(
    'microphone',
    'recognises speech',
    `
    const heard = new webkitSpeechRecognition(); heard.start();
    await new Promise((resolve, reject) => { heard.onstart = resolve; heard.onerror = ({ error }) => reject(new Error(error)); })`,
  ),
  refused('screen', 'records the display', `await navigator.mediaDevices.getDisplayMedia()`),
  refused('screen', 'learns of all displays', `await getScreenDetails()`),
  refused(
    'location',
    'asks where it is',
    `
    await new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))`,
  ),
  refused('notifications', 'notifies', `if ((await Notification.requestPermission()) !== 'granted') no()`),
  refused('clipboard', 'reads it', `await navigator.clipboard.readText()`),
  refused('clipboard', 'writes it', `await navigator.clipboard.writeText('x')`),
  refused(
    'clipboard',
    'copies by command',
    `
    const text = document.createElement('textarea'); text.value = 'x'; document.body.append(text); text.select();
    if (!document.execCommand('copy')) no()`,
  ),
  refused('USB', 'asks for a device', `await navigator.usb.requestDevice({ filters: [] })`),
  refused('USB', 'lists devices', `await navigator.usb.getDevices()`),
  refused('serial', 'asks for a port', `await navigator.serial.requestPort()`),
  refused('serial', 'lists ports', `await navigator.serial.getPorts()`),
  refused('HID', 'asks for a device', `await navigator.hid.requestDevice({ filters: [] })`),
  refused('HID', 'lists devices', `await navigator.hid.getDevices()`),
  refused(
    'Bluetooth',
    'asks for a device',
    `await navigator.bluetooth.requestDevice({ acceptAllDevices: true })`,
  ),
  refused(
    'Bluetooth',
    'asks whether there is any',
    `if (!(await navigator.bluetooth.getAvailability())) no()`,
  ),
  refused('MIDI', 'asks for it', `await navigator.requestMIDIAccess({ sysex: true })`),
  refused('gamepad', 'reads gamepads', `return navigator.getGamepads().length`),
  refused(
    'sensors',
    'reads motion',
    `
    const sensor = new Accelerometer(); sensor.start();
    await new Promise((resolve, reject) => { sensor.onreading = resolve; sensor.onerror = ({ error }) => reject(error); })`,
  ),
  refused(
    'sensors',
    'reads the pressure on the processor',
    `
    await new PressureObserver(() => {}).observe('cpu')`,
  ),
  refused(
    'idle',
    'learns whether anybody is there',
    `
    if ((await IdleDetector.requestPermission()) !== 'granted') no()`,
  ),
  refused('wake lock', 'keeps the display awake', `await navigator.wakeLock.request('screen')`),
  refused('file system access', 'opens a file', `await showOpenFilePicker()`),
  refused('file system access', 'saves a file', `await showSaveFilePicker()`),
  refused('file system access', 'opens a folder', `await showDirectoryPicker()`),
  refused(
    'payment',
    'asks for money',
    `
    const asked = new PaymentRequest([{ supportedMethods: 'https://example.com/pay' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } });
    await asked.show()`,
  ),
  refused(
    'credentials',
    'asks for a passkey',
    `
    await navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16) } })`,
  ),
  refused(
    'credentials',
    'makes a passkey',
    `
    await navigator.credentials.create({ publicKey: { challenge: new Uint8Array(16), rp: { name: 'x' },
      user: { id: new Uint8Array(16), name: 'x', displayName: 'x' }, pubKeyCredParams: [{ type: 'public-key', alg: -7 }] } })`,
  ),
  refused(
    'credentials',
    'asks for a saved password',
    `if (!(await navigator.credentials.get({ password: true }))) no()`,
  ),
  refused(
    'credentials',
    'asks who somebody is',
    `
    await navigator.credentials.get({ identity: { providers: [{ configURL: home + '/x', clientId: 'x' }] } })`,
  ),
  refused('share', 'shares', `await navigator.share({ title: 'x', url: home })`),
  refused('fonts', 'lists fonts', `await queryLocalFonts()`),
  refused('presentation', 'looks for displays to cast to', `await new PresentationRequest(home).start()`),
  refused(
    'handlers',
    'becomes the handler of a kind of address',
    `
    navigator.registerProtocolHandler('mailto', home + '/page?%s'); await pause(300); no()`,
  ),
  refused(
    'handlers',
    'is installed',
    `
    const asked = await new Promise((resolve) => addEventListener('beforeinstallprompt', resolve)); asked.prompt()`,
  ),
  refused(
    'XR',
    'enters another world',
    `
    if (!(await navigator.xr.isSessionSupported('immersive-vr'))) no(); await navigator.xr.requestSession('immersive-vr')`,
  ),
  refused(
    'sound',
    'plays without being asked',
    `
    const context = new AudioContext(); const tone = context.createOscillator(); tone.connect(context.destination); tone.start();
    await pause(200); if (context.state !== 'running') no()`,
  ),
  {
    area: 'speech',
    name: 'talks',
    script: `attempt(() => new Promise((resolve, reject) => { const words = new SpeechSynthesisUtterance('x');
      words.onstart = resolve; words.onerror = ({ error }) => reject(new Error(error)); speechSynthesis.speak(words); }));`,
    broke: ({ messages }) => letThrough(messages),
  },
  refused('vibration', 'shakes', `if (!navigator.vibrate(100)) no()`),
  refused('eye dropper', 'picks colours of the display', `await new EyeDropper().open()`),
  refused('ads', 'joins an auction', `await navigator.joinAdInterestGroup({ owner: home, name: 'x' }, 1000)`),
  refused('ads', 'keeps what all sites share', `await sharedStorage.set('mark', 'x')`),
  refused(
    'ads',
    'looks at what it must not see',
    `const inner = document.createElement('fencedframe'); document.body.append(inner); if (!inner.config && inner.constructor === HTMLUnknownElement) no()`,
  ),
  refused('ads', 'asks for the topics of the person', `await document.browsingTopics()`),
];
