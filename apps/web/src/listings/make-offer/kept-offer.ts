import type { TypedTerms } from '../../terms/typed-terms.ts'

/** What a lender has typed: the terms, and all that goes with them. */
export type OfferDraft = TypedTerms & { message: string; validDays: string; contract: string }

const names = ['amount', 'term', 'rate', 'message', 'validDays', 'contract'] as const
const keyOf = (listingId: string) => `offer:${listingId}`

/** A visitor logs in before the offer is sent: what was typed waits in this tab meanwhile. */
export function keepOffer(listingId: string, draft: OfferDraft) {
  sessionStorage.setItem(keyOf(listingId), JSON.stringify(draft))
}

export function findKeptOffer(listingId: string): OfferDraft | null {
  const kept = parse(sessionStorage.getItem(keyOf(listingId)))
  return names.every((name) => typeof kept?.[name] === 'string') ? (kept as OfferDraft) : null // Each is text.
}

export function forgetOffer(listingId: string) {
  sessionStorage.removeItem(keyOf(listingId))
}

/** Anyone at the device can write to the storage, so it may hold anything. */
function parse(text: string | null): Record<string, unknown> | null {
  try {
    const found: unknown = JSON.parse(text ?? 'null')
    return found && typeof found === 'object' ? { ...found } : null
  } catch {
    return null
  }
}
