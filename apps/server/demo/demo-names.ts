import type { NewName } from '../test/custody-world/other-registrar.ts'

/** Invented names at the other registrar, to play with. Some have a catch. */
export const demoNames: NewName[] = [
  { name: 'harbour-lantern.com' },
  { name: 'quiet-meridian.com', isLocked: true },
  { name: 'copper-almanac.com', premiumCents: 125_000 },
  { name: 'northern-orchard.net' },
  { name: 'paper-lighthouse.org', isSigned: true },
  { name: 'tidewater-atlas.ai', premiumCents: 480_000, isLocked: true },
  { name: 'small-observatory.io' },
  { name: 'fresh-from-the-mill.shop', createdDaysAgo: 12 }, // Too young to move.
  { name: 'moved-last-week.co', transferredDaysAgo: 7 }, // Too recent to move again.
  { name: 'nearly-over.app', expiresInDays: 21 }, // Expires before most loans would end.
]

type OwnedName = {
  /** As its owner types it. */
  name: string
  /** Its DNS has the verification record. */
  isProved?: boolean
  isLocked?: boolean
  valueDollars?: number
}

/** Mara's names, in the order in which she added them: the last one is first on her list. */
export const namesOfMara: OwnedName[] = [
  { name: 'mooringline.net' },
  { name: 'harborlight.shop', isProved: true, valueDollars: 4500 },
  { name: 'driftwood-press.com', isProved: true, valueDollars: 4600 },
  { name: 'signalfire.co', isProved: true, valueDollars: 6900 },
  { name: 'kelpforest.app', isProved: true, valueDollars: 8200 },
  { name: 'northquay.com', isProved: true, valueDollars: 11_400 },
  { name: 'saltmarsh.io', isProved: true, isLocked: true, valueDollars: 12_500 },
  { name: 'bücherhafen.de' },
  { name: 'tideglass.com', isProved: true, valueDollars: 23_900 },
  { name: 'ferrywire.net', isProved: true },
  { name: 'weathervane.co', isProved: true, valueDollars: 15_600 },
  { name: 'oldlighthouse.org', isProved: true, valueDollars: 9800 },
  { name: 'plumbline.ai', isProved: true, valueDollars: 74_000 },
  { name: 'lanternfish.com', isProved: true, valueDollars: 41_000 },
]

export const nameOfWen: OwnedName = { name: 'flaschenpost.de', valueDollars: 5200 }

type ListedName = {
  name: string
  yearsOld: number
  valueDollars?: number
  ask: { amount: number; term: number; rate: number }
}

/** Signe's listings, in the order of the directory: newest first. */
export const namesOfSigne: ListedName[] = [
  {
    name: 'brightkeel.com',
    yearsOld: 17,
    valueDollars: 41_000,
    ask: { amount: 14_500, term: 120, rate: 18 },
  },
  {
    name: 'reedmarsh.io',
    yearsOld: 9,
    valueDollars: 26_500,
    ask: { amount: 8900, term: 60, rate: 22 },
  },
  { name: 'copperkettle.com', yearsOld: 21, ask: { amount: 5200, term: 90, rate: 24 } },
  {
    name: '7knots.com',
    yearsOld: 24,
    valueDollars: 75_000,
    ask: { amount: 21_000, term: 300, rate: 12.75 },
  },
  {
    name: 'glasstide.com',
    yearsOld: 12,
    valueDollars: 23_900,
    ask: { amount: 9800, term: 75, rate: 19 },
  },
  {
    name: 'the-orchard-line.net',
    yearsOld: 14,
    valueDollars: 6400,
    ask: { amount: 4100, term: 45, rate: 28 },
  },
  {
    name: 'bücherkai.de',
    yearsOld: 19,
    valueDollars: 18_200,
    ask: { amount: 7300, term: 150, rate: 16.25 },
  },
  {
    name: 'quietanchorage.com',
    yearsOld: 16,
    valueDollars: 52_000,
    ask: { amount: 26_000, term: 240, rate: 15 },
  },
]

/** The DNS providers that other people's names use. */
export const dnsHouses = ['quietdns.net', 'anchordns.org'] as const
