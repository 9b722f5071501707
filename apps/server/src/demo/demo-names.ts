import type { NewName } from '../testing/other-registrar.ts'

/** Invented names at the other registrar, to play with. Some of them are not as simple as they look. */
export const demoNames: NewName[] = [
  { name: 'harbour-lantern.com' },
  { name: 'quiet-meridian.com', isLocked: true },
  { name: 'copper-almanac.com', premiumCents: 125_000 },
  { name: 'northern-orchard.net' },
  { name: 'paper-lighthouse.org', isSigned: true },
  { name: 'tidewater-atlas.ai', premiumCents: 480_000, isLocked: true },
  { name: 'small-observatory.io' },
  { name: 'fresh-from-the-mill.shop', createdDaysAgo: 12 }, // Too young to move.
  { name: 'moved-last-week.co', transferredDaysAgo: 7 }, // Moved too lately to move again.
  { name: 'nearly-over.app', expiresInDays: 21 }, // Ends before most loans would.
]
