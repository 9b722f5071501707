/**
 * Debian's Chromium, twice: `headlessShell` is the engine without a browser around it, in which tests
 * take two thirds of the time; `chromium` is what people have, and what pictures are compared in.
 */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const chromium = { executablePath: '/usr/bin/chromium', args }
export const headlessShell = { executablePath: '/usr/bin/chromium-headless-shell', args }
