import { parseDollars } from '@pier/protocol/money'
import { appPath } from '../shell/address/app-path.ts'

/** What money is added for: how much is missing, and the page of the app that asked for it. */
export type Purpose = { missingCents: number; back: string }

const key = 'top-up'

export function topUpPath({ missingCents, back }: Purpose): string {
  const query = new URLSearchParams({ amount: (missingCents / 100).toFixed(2), back })
  return `/app/add-balance?${query.toString()}`
}

/** Anyone can craft an address, so only paths inside the app are accepted. */
export function readPurpose(search: string): Purpose | null {
  const query = new URLSearchParams(search)
  return asPurpose({
    missingCents: parseDollars(query.get('amount') ?? ''),
    back: query.get('back'),
  })
}

/** The payment page returns in a new window, which does not know why it was opened. */
export function keepPurpose(purpose: Purpose | null) {
  if (purpose) localStorage.setItem(key, JSON.stringify(purpose))
  else localStorage.removeItem(key)
}

export function findKeptPurpose(): Purpose | null {
  try {
    return asPurpose(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

function asPurpose(given: unknown): Purpose | null {
  const { missingCents, back } = { ...(given as Record<string, unknown> | null) } // May be anything.
  if (typeof missingCents !== 'number' || !Number.isSafeInteger(missingCents)) return null
  if (missingCents <= 0 || typeof back !== 'string' || !back.startsWith('/app')) return null
  return appPath(back) === back ? { missingCents, back } : null
}

/** What a purpose is called in a sentence. */
export function purposeText({ back }: Purpose): string {
  if (back.startsWith('/app/my-domains/transfer-in')) return 'the transfer'
  if (back.startsWith('/app/my-domains/renew')) return 'the renewal'
  return back.startsWith('/app/escrow/') ? 'the loan' : 'your previous page'
}
