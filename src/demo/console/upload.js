import { edit } from './server.js';

/** Sends a file with what this browser can tell of it: its size, its length and a small picture. */
export async function upload(file) {
  const form = new FormData();
  form.set('name', file.name.replace(/\.[^.]+$/, ''));
  const looked = await look(file);
  if (looked) {
    for (const name of ['width', 'height', 'duration']) {
      if (looked[name]) form.set(name, String(looked[name]));
    }
    if (looked.thumbnail) form.set('thumbnail', looked.thumbnail, 'thumbnail.jpg');
  }
  // Last, so that the fields are known when the long part comes.
  form.set('file', file);
  return edit('POST', 'media', form);
}

async function look(file) {
  const address = URL.createObjectURL(file);
  try {
    if (file.type.startsWith('image/')) return await lookAtPicture(address);
    return file.type.startsWith('video/') ? await lookAtClip(address) : null;
  } catch {
    // This browser cannot show it; the player may still be able to.
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function lookAtPicture(address) {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  return { width, height, thumbnail: await shrink(picture, width, height) };
}

async function lookAtClip(address) {
  const clip = document.createElement('video');
  clip.muted = true;
  clip.preload = 'auto';
  clip.src = address;
  const happens = (name) =>
    new Promise((resolve, reject) => {
      clip.addEventListener(name, resolve, { once: true });
      clip.addEventListener('error', reject, { once: true });
      setTimeout(reject, 10_000);
    });
  await happens('loadeddata');
  if (Number.isFinite(clip.duration)) {
    clip.currentTime = clip.duration / 3;
    await happens('seeked');
  }
  const { videoWidth: width, videoHeight: height } = clip;
  const duration = Number.isFinite(clip.duration) ? Math.round(clip.duration * 1000) / 1000 : null;
  return { width, height, duration, thumbnail: await shrink(clip, width, height) };
}

async function shrink(source, width, height) {
  const scale = Math.min(1, 320 / Math.max(width, height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  canvas.getContext('2d').drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
}
