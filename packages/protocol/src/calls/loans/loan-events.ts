import { z } from 'zod'
import { limits } from '../../limits.ts'
import { id, time } from '../schemas.ts'

const tags = ['escrow']
const params = z.object({ id })

export const listLoanEventsCall = {
  tags,
  summary: 'What happened to a loan: the first page is the newest, each page the oldest first',
  params,
  querystring: z.object({
    limit: z.coerce
      .number<string>()
      .int()
      .min(1)
      .max(limits.eventsPerPageMax)
      .default(limits.eventsPerPage),
    page: z.coerce.number<string>().int().min(1).max(1_000_000).default(1),
  }),
  response: {
    200: z.object({
      pages: z.int(),
      total: z.int(),
      events: z.array(
        z.object({
          seq: z.int(),
          at: time,
          action: z.string(),
          by: z.string(),
          words: z.string(),
          hash: z.string(),
        }),
      ),
    }),
  },
}
