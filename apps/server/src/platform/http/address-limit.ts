import type { FastifyReply, FastifyRequest } from 'fastify'
import { minuteMs } from '@pier/protocol/time'
import { AppError } from '../app-error.ts'
import { addressOf, ipOf } from '../net/address-of.ts'

/** More than these are a flood of addresses: those that have not called for longest are forgotten. */
const addressesMax = 5000

type Counted = { calls: number; until: number }

/**
 * The outer fence, before anything else is looked at: a flood of bad tokens costs us little. It counts
 * in this process alone, so many calls a minute of each address.
 */
export function limitAddresses(max: number) {
  let recent = new Map<string, Counted>()
  let earlier = new Map<string, Counted>()

  const count = (address: string, now: number): Counted => {
    const known = recent.get(address) ?? earlier.get(address)
    const counted = known && known.until > now ? known : { calls: 0, until: now + minuteMs }
    counted.calls += 1
    if (counted === recent.get(address)) return counted
    if (recent.size >= addressesMax / 2) {
      earlier = recent
      recent = new Map()
    }
    recent.set(address, counted)
    return counted
  }

  return (request: FastifyRequest, reply: FastifyReply): void => {
    const now = performance.now()
    const { calls, until } = count(addressOf(ipOf(request)), now)
    const seconds = Math.ceil((until - now) / 1000)
    reply.header('x-ratelimit-limit', max)
    reply.header('x-ratelimit-remaining', Math.max(0, max - calls))
    reply.header('x-ratelimit-reset', seconds)
    if (calls <= max) return
    reply.header('retry-after', seconds)
    throw new AppError('too_many_requests')
  }
}
