import type { Region, ScreenSettings } from '../shared/programme.ts';

/** Places the surface on the display: region, scale and rotation. */
export function placeSurface(surface: HTMLElement, settings: ScreenSettings): void {
  const whole = { left: 0, top: 0, width: window.innerWidth, height: window.innerHeight };
  const region = settings.region === null ? whole : inPixels(settings.region, 1 / window.devicePixelRatio);
  const lying = settings.rotation === 90 || settings.rotation === 270;
  const width = lying ? region.height : region.width;
  const height = lying ? region.width : region.height;
  const { style } = surface;
  style.width = `${width}px`;
  style.height = `${height}px`;
  // Rotated about its middle, the surface fills the region exactly.
  style.left = `${region.left + (region.width - width) / 2}px`;
  style.top = `${region.top + (region.height - height) / 2}px`;
  style.rotate = settings.rotation === 0 ? 'none' : `${settings.rotation}deg`;
  style.scale = settings.scale === 1 ? 'none' : `${settings.scale}`;
  // The colour around a surface that does not fill the display.
  document.body.style.backgroundColor = settings.background === 'blur' ? '#000000' : settings.background;
}

/** Regions are in display pixels; a CSS pixel may cover several. */
function inPixels({ left, top, width, height }: Region, factor: number): Region {
  return { left: left * factor, top: top * factor, width: width * factor, height: height * factor };
}
