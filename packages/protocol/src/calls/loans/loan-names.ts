import { z } from 'zod'
import { id, time } from '../schemas.ts'

export const readLoanNameCall = {
  tags: ['escrow'],
  summary: 'The registry data of the domain of a loan, for its two sides',
  params: z.object({ id }),
  response: {
    200: z.object({
      state: z.enum(['asking', 'known', 'unregistered', 'unknown']),
      source: z.string().nullable().describe('Who said so, in words'),
      checked_at: time.nullable(),
      is_fresh: z.boolean().describe('It was checked within a day'),
      is_asked: z.boolean().describe('A new check is in progress'),
      is_held: z.boolean().describe('The registry showed it with us as its registrar'),
      registrar: z.string().nullable(),
      is_locked: z.boolean().nullable().describe('Against transfers'),
      expires_at: time.nullable(),
      ends_soon: z.boolean().describe('In less than 45 days, or it has ended'),
      nameservers: z.array(z.string()),
      problems: z.array(z.string()).describe('What is not as it should be'),
      loan_on_it: z
        .enum(['this', 'another', 'none'])
        .nullable()
        .describe('Which loan the domain secures. Null once you may not know it'),
    }),
  },
}
