/** Neither the stage nor a web page on it may use or request these: all that Chromium knows or has known. */
const denied = `accelerometer attribution-reporting bluetooth browsing-topics camera captured-surface-control
  ch-ua-high-entropy-values clipboard-read clipboard-write compute-pressure cross-origin-isolated deferred-fetch
  deferred-fetch-minimal digital-credentials-create digital-credentials-get direct-sockets display-capture encrypted-media
  fullscreen gamepad geolocation gyroscope hid identity-credentials-get idle-detection interest-cohort join-ad-interest-group
  keyboard-map language-detector language-model local-fonts magnetometer microphone midi on-device-speech-recognition
  otp-credentials payment picture-in-picture private-aggregation private-state-token-issuance private-state-token-redemption
  proofreader publickey-credentials-create publickey-credentials-get rewriter run-ad-auction serial shared-storage smart-card
  speaker-selection storage-access summarizer translator unload usb usb-unrestricted web-app-installation web-share
  window-management writer xr-spatial-tracking`;

/** Only the stage may use these: it plays sound, keeps the display awake, and opens pages of the local network. */
const stageOnly = 'autoplay screen-wake-lock local-network local-network-access loopback-network';

const words = (list: string): readonly string[] => list.split(/\s+/);

/** The header of the app's documents; frames inherit the denials. */
export const permissionsPolicy = [
  ...words(denied).map((name) => `${name}=()`),
  ...words(stageOnly).map((name) => `${name}=(self)`),
].join(', ');
