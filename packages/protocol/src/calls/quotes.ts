import { z } from 'zod'
import { limits } from '../limits.ts'
import { time } from './schemas.ts'

const dollars = z.number()
const month = z.string().describe('As "2026-10"')

const spread = z
  .object({ p10: z.number(), p25: z.number(), p50: z.number(), p75: z.number(), p90: z.number() })
  .describe('Percentiles, rounded so that no single loan can be read from them')

const figures = z.object({
  loans_least: z
    .int()
    .describe('The figures are of this many loans or some more: 5, 10, 20, 50 and so on'),
  amount: spread.describe('USD'),
  rate: spread.describe('Percent a year'),
  term: spread.describe('Days'),
  ltv: spread.nullable().describe('Percent; null with fewer than five loans that had a value'),
})

export const quoteCall = {
  tags: ['public'],
  summary:
    'What a name could borrow: its registration, the registry prices and what like names got',
  params: z.strictObject({
    name: z.string().min(1).max(limits.domainTypedLengthMax).describe('As typed or pasted'),
  }),
  querystring: z.object({
    ask: z
      .enum(['true', 'false'])
      .default('true')
      .transform((text) => text === 'true')
      .describe('Whether the registry may be asked about it'),
  }),
  response: {
    200: z.object({
      name: z.string(),
      unicode: z.string(),
      cleaned_from: z.string().nullable().describe('What was asked for, if it held more'),
      state: z
        .enum(['known', 'asking', 'unregistered', 'no_source', 'no_answer', 'busy', 'unsupported'])
        .describe('Of the look at the registry. Unsupported: a TLD that we cannot hold'),
      registered_at: time.nullable(),
      expires_at: time.nullable(),
      warnings: z.array(z.string()).describe('What could prevent a transfer or a loan'),
      prices: z
        .object({ transfer: dollars, renewal: dollars, since: time })
        .nullable()
        .describe('Of the TLD, a year. The price of a premium name is not known before'),
      value: z
        .object({ amount: dollars, source: z.string(), at: time })
        .nullable()
        .describe('As its open listing shows it; null without one'),
      like: z.object({
        suffix: z.string(),
        length_min: z.int(),
        length_max: z.int().nullable(),
        from: month,
        until: month,
        own: figures.nullable().describe('Of like names; null with fewer than five loans'),
        all: figures.nullable().describe('Of all names, where like names have none'),
      }),
      limits: z.object({ amount_min: dollars, amount_max: dollars }).describe('Of a loan today'),
      as_of: time,
    }),
  },
}
