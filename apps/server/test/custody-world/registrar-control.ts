import { z } from 'zod'
import { readDomainName } from '../../src/modules/domains/names/domain-name.ts'
import type { CustodyWorld } from './custody-world.ts'
import type { ControlRoutes } from '@pier/stand-ins/http/control-routes'

/** Any spelling of a name that the product accepts. */
const name = z.string().transform((typed, context): string => {
  const read = readDomainName(typed)
  if ('name' in read) return read.name.ascii
  context.addIssue(read.refusal.words)
  return z.NEVER
})
const nameInput = z.strictObject({ name })
const txtInput = z.strictObject({ name, host: z.string(), value: z.string().min(1).max(1000) })
const newNameInput = z.strictObject({
  name,
  code: z.string().min(6).max(16).optional(),
  isLocked: z.boolean().optional(),
  isSigned: z.boolean().optional(),
  isWithoutDns: z.boolean().optional(),
  premiumCents: z.int().min(1).optional(),
  createdDaysAgo: z.number().min(0).optional(),
  transferredDaysAgo: z.number().min(0).optional(),
  expiresInDays: z.number().min(0).optional(),
})
const registryFaultInput = z.strictObject({
  kind: z.enum(['closeBefore', 'closeAfter', 'delay', 'refuse']),
  command: z.string().optional(),
  times: z.int().min(1).optional(),
  delayMs: z.int().min(0).optional(),
})
const rdapFaultInput = z.strictObject({
  status: z.int().min(400).max(599),
  times: z.int().min(1),
  retryAfter: z.string().optional(),
})

/** What the page does and a little more, for end-to-end tests and a terminal. */
export function registrarControlRoutes(world: CustodyWorld): ControlRoutes {
  const { other } = world
  return {
    'GET /control/names': () => other.listNames(),
    'GET /control/violations': () => world.violations,
    'POST /control/read-name': (input) => other.readName(nameInput.parse(input).name),
    'POST /control/add-name': async (input) => {
      const given = newNameInput.parse(input)
      await other.addName(given)
      return other.readName(given.name)
    },
    'POST /control/publish-txt': (input) => {
      const { name: zone, ...record } = txtInput.parse(input)
      return other.publishTxt(zone, record)
    },
    'POST /control/remove-txt': (input) => {
      const { name: zone, ...record } = txtInput.parse(input)
      return other.removeTxt(zone, record)
    },
    'POST /control/set-lock': (input) =>
      other.setLock(z.strictObject({ name, isLocked: z.boolean() }).parse(input)),
    'POST /control/new-code': (input) => ({ code: other.renewCode(nameInput.parse(input).name) }),
    'POST /control/approve-transfer': (input) => other.approveTransfer(nameInput.parse(input).name),
    'POST /control/reject-transfer': (input) => other.rejectTransfer(nameInput.parse(input).name),
    'POST /control/pull-name': (input) =>
      other.pullName(z.strictObject({ name, code: z.string().min(1) }).parse(input)),
    'POST /control/advance-days': (input) =>
      other.advanceDays(z.strictObject({ days: z.number().min(0).max(3650) }).parse(input).days),
    'POST /control/fail': (input) => world.registry.fail(compact(registryFaultInput.parse(input))),
    'POST /control/fail-rdap': (input) => world.failRdap(rdapFaultInput.parse(input)),
  }
}

/** Drops undefined parts, for callers that distinguish absent from undefined. */
function compact<T extends object>(value: T) {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }
}
