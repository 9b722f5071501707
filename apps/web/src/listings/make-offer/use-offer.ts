import { limits } from '@pier/protocol/limits'
import { formatMoney } from '@pier/protocol/money'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, messageOf } from '../../api/client/api-error.ts'
import { call } from '../../api/client/client.ts'
import { loginPath } from '../../session/leave.ts'
import { hasTokens } from '../../session/tokens.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { appHome, hrefOfListing } from '../directory-address.ts'
import { usePage } from '../../shell/page/page-context.tsx'
import { sendTerms } from '../../terms/typed-terms.ts'
import { findKeptOffer, forgetOffer, keepOffer, type OfferDraft } from './kept-offer.ts'
import type { LoanTerms } from './offer-figures.ts'

/** The part of a listing that an offer needs. */
export type Asked = LoanTerms & {
  listingId: string
  domainId: string
  valueCents: number | null
}

const noCheck = () => null // The server checks the limits; each field shows its message.
const checks = {
  loan_amount: noCheck,
  term: noCheck,
  apy: noCheck,
  message: noCheck,
  valid_days: noCheck,
  contract: noCheck,
}

/** An offer from typing to sending, with a login in between if needed. */
export function useOffer(asked: Asked, onSent: (() => void) | undefined) {
  const navigate = useNavigate()
  const { setSuccess, setLoading } = usePage()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [matches, setMatches] = useState(true)
  const [draft, setDraft] = useState<OfferDraft>(() => draftOf(asked))
  const isVisitor = useIsVisitor()
  useKept(asked.listingId, (kept) => {
    setDraft(kept)
    setMatches(isSame(kept, asked))
  })

  const submit = async () => {
    setRefusal(null)
    const sent = matches ? { ...draft, ...typedOf(asked) } : draft
    if (!hasTokens()) {
      keepOffer(asked.listingId, sent)
      await navigate(loginPath(hrefOfListing(appHome, asked.listingId)))
      return
    }
    setLoading(true)
    try {
      const { escrow_id } = await sendOffer(asked, sent)
      forgetOffer(asked.listingId)
      setSuccess(escrow_id ? 'Escrow created' : 'Offer sent')
      onSent?.()
    } catch (error) {
      refuse(error)
    }
    setLoading(false)
  }
  const form = useForm({ checks, clearMs: limits.loadingClearMs, submit })

  const refuse = (error: unknown) => {
    const field = error instanceof ApiError ? error.body.field : undefined
    const names = Object.keys(checks) as (keyof typeof checks)[] // Object.keys returns string[].
    const name = names.find((known) => known === field)
    if (name) form.mark(name, messageOf(error))
    else setRefusal(messageOf(error))
  }
  return {
    draft,
    setDraft,
    form,
    refusal,
    matches,
    isVisitor,
    matchAsk: () => {
      setMatches(true)
      setDraft({ ...draft, ...typedOf(asked) })
    },
    adjust: () => setMatches(false),
  }
}

/** Only the browser knows; the server renders as for a logged-in user. */
const useIsVisitor = () =>
  useSyncExternalStore(
    () => () => {},
    () => !hasTokens(),
    () => false,
  )

/** Restores what was typed before the login, once, when the panel opens. */
function useKept(listingId: string, onFound: (kept: OfferDraft) => void) {
  useEffect(() => {
    const kept = findKeptOffer(listingId)
    if (kept) onFound(kept)
    // oxlint-disable-next-line react/exhaustive-deps -- What is typed later must not be undone.
  }, [listingId])
}

function sendOffer({ domainId }: Asked, draft: OfferDraft) {
  const { amount, term, rate } = sendTerms(draft)
  return call('POST /offers', {
    body: {
      domain_id: domainId,
      loan_amount: amount,
      term,
      apy: rate,
      message: draft.message || null,
      valid_days: Number(draft.validDays),
      ...(draft.contract && { contract: draft.contract === '1' ? 1 : 0 }),
    },
  })
}

const draftOf = (asked: Asked): OfferDraft => ({
  ...typedOf(asked),
  message: '',
  validDays: String(limits.offerDays),
  contract: '',
})

const typedOf = ({ amountCents, termDays, rateBps }: LoanTerms) => ({
  amount: formatMoney(amountCents).replace('$', ''),
  term: String(termDays),
  rate: formatMoney(rateBps).replace('$', ''),
})

const isSame = (draft: OfferDraft, asked: Asked): boolean => {
  const { amount, term, rate } = typedOf(asked)
  return draft.amount === amount && draft.term === term && draft.rate === rate
}
