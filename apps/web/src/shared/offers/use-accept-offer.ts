import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../api/client.ts'
import { loanKeys, reloadLoans } from '../../api/escrow.ts'
import type { Offer } from '../../api/offers.ts'
import { useAction } from '../use-action.ts'

/** Accepts the version that is on the screen, and leads to the loan that it opens. */
export function useAcceptOffer() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const accept = ({ id: offerId, version }: Offer) =>
    call('POST /escrow/accept', { body: { offerId, version } }).catch((error: unknown) => {
      void reloadLoans(queries) // What was refused is not as it stands here.
      throw error
    })
  return useAction(accept, {
    what: 'Accept an offer',
    done: 'Escrow created',
    reload: loanKeys,
    onDone: ({ id }) => void navigate(`/app/escrow/${id}`),
  })
}
