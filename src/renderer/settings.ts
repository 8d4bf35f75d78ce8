import type { ScreenSettings } from '../shared/programme.ts';

/** Places the surface on the display: region, scale and rotation. */
export function applySettings(surface: HTMLElement, settings: ScreenSettings): void {
  const region = settings.region ?? { left: 0, top: 0, width: window.innerWidth, height: window.innerHeight };
  const turned = settings.rotation === 90 || settings.rotation === 270;
  const width = turned ? region.height : region.width;
  const height = turned ? region.width : region.height;
  surface.style.width = `${width}px`;
  surface.style.height = `${height}px`;
  surface.style.left = `${region.left + (region.width - width) / 2}px`;
  surface.style.top = `${region.top + (region.height - height) / 2}px`;
  const steps = [
    settings.rotation === 0 ? '' : `rotate(${settings.rotation}deg)`,
    settings.scale === 1 ? '' : `scale(${settings.scale})`,
  ];
  surface.style.transform = steps.join(' ').trim() || 'none';
}
