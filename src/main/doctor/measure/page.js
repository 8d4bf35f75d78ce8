// Plays each clip once over the whole display and reports how it went. A plain script, which is not built.
const longestMs = 4_000;

async function measure({ file, type, width, height, bitrate }) {
  const configuration = { type: 'file', video: { contentType: type, width, height, bitrate, framerate: 30 } };
  const { supported, powerEfficient } = await navigator.mediaCapabilities.decodingInfo(configuration);
  if (!supported) return { supported };
  const video = document.createElement('video');
  video.muted = true;
  const address = URL.createObjectURL(await (await fetch(`clips/${file}`)).blob());
  video.src = address;
  const seen = { frames: 0, first: null, last: null };
  const count = (now, { presentedFrames }) => {
    seen.first ??= { at: now, frames: presentedFrames };
    seen.last = now;
    seen.frames = presentedFrames - seen.first.frames + 1;
    video.requestVideoFrameCallback(count);
  };
  video.requestVideoFrameCallback(count);
  const over = new Promise((resolve) => {
    for (const event of ['ended', 'error']) video.addEventListener(event, () => resolve(event));
    setTimeout(resolve, longestMs, 'late');
  });
  document.body.append(video);
  const played = await video.play().then(
    () => over,
    () => 'error',
  );
  // The last frame is reported a moment after the end.
  await new Promise((resolve) => setTimeout(resolve, 60));
  const { droppedVideoFrames } = video.getVideoPlaybackQuality();
  URL.revokeObjectURL(address);
  video.removeAttribute('src');
  // Gives its decoder and frames back.
  video.load();
  video.remove();
  return {
    supported: played !== 'error',
    powerEfficient,
    address,
    frames: seen.frames,
    dropped: droppedVideoFrames,
    ms: seen.first === null ? 0 : seen.last - seen.first.at,
  };
}

async function measureAll() {
  const clips = await (await fetch('clips.json')).json();
  for (const clip of clips) {
    const result = await measure(clip).catch(() => ({ supported: false }));
    window.bridge.send({ type: 'measured', file: clip.file, ...result });
  }
}

if (window.bridge) void measureAll();
else addEventListener('vitrine-bridge', () => void measureAll(), { once: true });
