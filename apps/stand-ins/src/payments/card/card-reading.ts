/** Reads: one object by its id, a page of a list, and ids expanded into objects. */
import { presentSession } from './card-objects.ts'
import { CardRefusal, refuseMissing } from './card-refusal.ts'
import { readInteger, refuseParam, refuseUnknownKeys } from './card-session-params.ts'
import { getSession } from './card-sessions.ts'
import type { CardState } from './card-state.ts'
import { type FormTree, isBranch, textOf } from './form-body.ts'
import { createJournal, find, type Journal, pageOf } from './journal.ts'

/** Undefined if there is no such resource; throws if there is no such id. */
export function getObject(card: CardState, resource: string, id: string): object | undefined {
  if (resource === 'checkout.sessions') return presentSession(getSession(card, id))
  const journal = journalsOf(card)[resource]
  if (!journal) return undefined
  const found = find<Listed>(journal, id)
  if (!found) throw refuseMissing(resource.slice(0, -1), id)
  return found
}

type Listed = {
  id: string
  object: string
  created: number
  payment_intent?: string
  source?: string
  type?: string
}

function journalsOf(card: CardState): Record<string, Journal<Listed> | undefined> {
  const { intents, charges, refunds, disputes, balance } = card
  return {
    payment_intents: intents,
    charges,
    refunds,
    disputes,
    balance_transactions: balance,
  }
}

const pageKeys = ['limit', 'starting_after', 'expand', 'created']
const filtersOf: Record<string, (keyof Listed)[] | undefined> = {
  refunds: ['payment_intent'],
  disputes: ['payment_intent'],
  balance_transactions: ['type', 'source'],
}

type Asked = { resource: string; form: FormTree; path: string }

export function readPage(card: CardState, { resource, form, path }: Asked): object | undefined {
  const filters = filtersOf[resource]
  if (!filters) return undefined
  refuseUnknownKeys(form, new Set([...pageKeys, ...filters]))

  const journal = journalFor(card, resource, textOf(form['payment_intent']))
  const startingAfter = textOf(form['starting_after']) ?? null
  if (startingAfter !== null && !find(journal, startingAfter)) {
    throw refuseMissing(resource.slice(0, -1), startingAfter, 'starting_after')
  }
  const limit = form['limit'] === undefined ? 10 : readInteger(form['limit'], 'limit')
  if (limit < 1 || limit > 100) throw refuseParam('limit', 'limit is between 1 and 100')

  const isInTime = timeFilter(form)
  const { data, hasMore } = pageOf(journal, {
    limit,
    startingAfter,
    matches: (item) =>
      isInTime(item.created) &&
      filters.every((key) => form[key] === undefined || item[key] === form[key]),
  })
  return { object: 'list', data, has_more: hasMore, url: path }
}

function journalFor(card: CardState, resource: string, intent?: string): Journal<Listed> {
  const all = journalsOf(card)[resource] ?? createJournal<Listed>()
  if (intent === undefined) return all
  const parts = resource === 'refunds' ? card.refundsOf : card.disputesOf
  return (parts.get(intent) as Journal<Listed> | undefined) ?? createJournal<Listed>()
}

function timeFilter(form: FormTree): (created: number) => boolean {
  const range = form['created']
  if (range === undefined) return () => true
  if (!isBranch(range)) {
    const exact = readInteger(range, 'created')
    return (created) => created === exact
  }
  refuseUnknownKeys(range, new Set(['gt', 'gte', 'lt', 'lte']))
  const bound = (key: string, other: number) =>
    range[key] === undefined ? other : readInteger(range[key], `created[${key}]`)
  const from = Math.max(bound('gte', -Infinity), bound('gt', -Infinity) + 1)
  const until = Math.min(bound('lte', Infinity), bound('lt', Infinity) - 1)
  return (created) => created >= from && created <= until
}

/** `payment_intent.latest_charge` replaces ids by objects. */
export function expandAll(card: CardState, value: object, paths: string[]): unknown {
  return paths.reduce<unknown>(
    (expanded, path) => expandPath(card, expanded, { keys: path.split('.'), path }),
    value,
  )
}

function expandPath(
  card: CardState,
  value: unknown,
  { keys, path }: { keys: string[]; path: string },
): unknown {
  const [key, ...rest] = keys
  if (key === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((item) => expandPath(card, item, { keys, path }))

  const inner = typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined
  const target = typeof inner === 'string' ? findAnywhere(card, inner) : inner
  if (target === undefined) {
    throw new CardRefusal({
      param: 'expand',
      message: `This property cannot be expanded (${path}).`,
    })
  }
  return { ...(value as object), [key]: expandPath(card, target, { keys: rest, path }) }
}

function findAnywhere(card: CardState, id: string): object | undefined {
  for (const journal of Object.values(journalsOf(card))) {
    const found = journal && find(journal, id)
    if (found) return found
  }
  return undefined
}
