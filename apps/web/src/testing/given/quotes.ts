import type { CallOutput } from '@pier/protocol/calls/calls'

type Quote = CallOutput<'GET /quotes/:name'>

const figures = {
  loans_least: 20,
  amount: { p10: 4200, p25: 6500, p50: 9800, p75: 13_500, p90: 18_000 },
  rate: { p10: 12.5, p25: 14.75, p50: 17.5, p75: 21, p90: 26 },
  term: { p10: 45, p25: 75, p50: 120, p75: 180, p90: 270 },
  ltv: { p10: 15, p25: 25, p50: 35, p75: 45, p90: 55 },
}

/** A quote of which everything is known but a value. */
export const quoteOf = (more: Partial<Quote> = {}): Quote => ({
  name: 'saltlantern.com',
  unicode: 'saltlantern.com',
  cleaned_from: null,
  state: 'known',
  registered_at: '2007-06-04T00:00:00.000Z',
  expires_at: '2028-06-04T00:00:00.000Z',
  warnings: [],
  prices: { transfer: 10.44, renewal: 10.44, since: '2026-10-01T00:00:00.000Z' },
  value: null,
  like: {
    suffix: 'com',
    length_min: 9,
    length_max: 13,
    from: '2024-10',
    until: '2026-09',
    own: figures,
    all: null,
  },
  limits: { amount_min: 50, amount_max: 1_000_000 },
  as_of: '2026-10-14T14:06:00.000Z',
  ...more,
})

/** The same where little is known. */
export const littleQuote = (more: Partial<Quote> = {}): Quote =>
  quoteOf({
    name: 'xn--bcherhafen-9db.de',
    unicode: 'bücherhafen.de',
    expires_at: '2027-02-20T00:00:00.000Z',
    warnings: ['Its registrar has locked it. Unlock it there before a transfer.'],
    like: {
      ...quoteOf().like,
      suffix: 'de',
      own: null,
      all: { ...figures, loans_least: 200, ltv: null },
    },
    ...more,
  })
