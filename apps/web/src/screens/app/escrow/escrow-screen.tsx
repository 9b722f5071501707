import { useParams } from 'react-router'
import { useEscrow } from '../../../api/escrow.ts'
import { pageTitle } from '../../../shared/page-title.ts'
import { ChatPanel } from './chat-panel.tsx'
import { DocumentsCard } from './documents-card.tsx'
import { NameserversCard } from './nameservers-card.tsx'
import { SignatureModal } from './signature-modal.tsx'

export { ScreenCrash as ErrorBoundary } from '../../../shared/screen-crash.tsx'

export const meta = pageTitle('Loan')

export default function EscrowScreen() {
  const { id = '' } = useParams()
  const { data: escrow } = useEscrow(id)
  if (!escrow) return null
  return (
    <>
      <h1>{escrow.unicode}</h1>
      <ChatPanel escrow={escrow} />
      <NameserversCard escrow={escrow} />
      <DocumentsCard escrow={escrow} />
      <SignatureModal escrow={escrow} />
    </>
  )
}
