import { edit } from './server.js';

/** Uploads a file with its size, length and thumbnail as far as this browser can determine them. */
export async function upload(file) {
  const form = new FormData();
  form.set('name', file.name.replace(/\.[^.]+$/, ''));
  const { thumbnail, ...facts } = (await inspect(file)) ?? {};
  for (const [name, value] of Object.entries(facts)) if (value) form.set(name, String(value));
  if (thumbnail) form.set('thumbnail', thumbnail, 'thumbnail.jpg');
  // Last, so that the fields are known before the long part.
  form.set('file', file);
  return edit('POST', 'media', form);
}

async function inspect(file) {
  const address = URL.createObjectURL(file);
  try {
    if (file.type.startsWith('image/')) return await inspectPicture(address);
    return file.type.startsWith('video/') ? await inspectClip(address) : null;
  } catch {
    // This browser cannot show it; the player may, and reports it otherwise.
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function inspectPicture(address) {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  return { width, height, thumbnail: await shrink(picture, width, height) };
}

async function inspectClip(address) {
  const clip = Object.assign(document.createElement('video'), { muted: true, preload: 'auto', src: address });
  const happens = (name) =>
    new Promise((resolve, reject) => {
      clip.addEventListener(name, resolve, { once: true });
      clip.addEventListener('error', reject, { once: true });
      setTimeout(reject, 10_000);
    });
  await happens('loadeddata');
  const { videoWidth: width, videoHeight: height } = clip;
  const duration = Number.isFinite(clip.duration) ? Math.round(clip.duration * 1000) / 1000 : null;
  if (duration !== null) {
    clip.currentTime = duration / 3;
    await happens('seeked');
  }
  return { width, height, duration, thumbnail: await shrink(clip, width, height) };
}

async function shrink(source, width, height) {
  const scale = Math.min(1, 320 / Math.max(width, height));
  const [small, low] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(small, low);
  canvas.getContext('2d').drawImage(source, 0, 0, small, low);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
}

/** A picture with these words, as base64. */
export async function drawing(title, kind) {
  const canvas = new OffscreenCanvas(640, 360);
  const pen = canvas.getContext('2d');
  pen.fillStyle = kind === 'Template' ? '#0f6a5c' : '#2b4ea3';
  pen.fillRect(0, 0, 640, 360);
  pen.fillStyle = '#fff';
  pen.textAlign = 'center';
  pen.font = '600 56px system-ui, "Noto Sans", sans-serif';
  pen.fillText(title, 320, 190, 580);
  pen.font = '24px system-ui, "Noto Sans", sans-serif';
  pen.fillText(kind, 320, 240, 580);
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
  return new Uint8Array(await jpeg.arrayBuffer()).toBase64();
}
