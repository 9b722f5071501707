import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Loan, reloadLoans, useLoan } from '../../../../api/loans/loans.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { CancelDialog } from '../../../../loans/cancel-dialog.tsx'
import { yourMove } from '../../../../loans/next-action/move-button.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { UnavailableButton } from '../../../../ui/button/unavailable-button.tsx'
import { AddressForm } from './address-form.tsx'
import { SignatureFacts } from './signature-facts.tsx'
import styles from './signature-modal.module.css'
import { ownLink, toSign, waitText } from './signing.ts'

/** Covers the loan until it is signed or cancelled: nothing else can be done before. */
export function SignatureModal({ loan }: { loan: Loan }) {
  const [cancels, setCancels] = useState(false)
  const opened = toSign(loan)
  return (
    <>
      <Dialog
        title="Signature Required"
        size={620}
        closable={false}
        opened={opened}
        onClose={() => {}}
      >
        {opened && <SignatureBody loan={loan} onCancel={() => setCancels(true)} />}
      </Dialog>
      <CancelDialog
        loan={loan}
        opened={opened && cancels}
        onClose={() => setCancels(false)}
        onCancelled={() => setCancels(false)}
      />
    </>
  )
}

type SignatureBodyProps = { loan: Loan; onCancel: () => void }

function SignatureBody({ loan, onCancel }: SignatureBodyProps) {
  const { dataUpdatedAt } = useLoan(loan.id)
  const { looked, look } = useLookAgain()
  const asksAddress = !ownLink(loan) && loan.agreement.your_address_missing
  return (
    <>
      <DialogBody>
        <p className={styles.lead}>
          {asksAddress
            ? 'Your legal address is printed in the agreement. Only your counterparty sees it.'
            : 'Read and sign the agreement, then come back here.'}
        </p>
        <div className={styles.name}>
          <DomainName name={loan.domain} size="title" />
          <span>{loan.code}</span>
        </div>
        {asksAddress ? (
          <AddressForm />
        ) : (
          <SignatureFacts loan={loan} now={new Date(dataUpdatedAt).toISOString()} />
        )}
        <p aria-live="polite" className={styles.looked}>
          {looked && 'We have not received your signature yet.'}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="danger" onClick={onCancel}>
          Cancel Loan
        </Button>
        <div className={styles.end}>
          <Button
            variant="default"
            data-autofocus={ownLink(loan) ? undefined : true}
            onClick={() => void look()}
          >
            Done
          </Button>
          <SignNow loan={loan} />
        </div>
      </DialogFooter>
    </>
  )
}

function SignNow({ loan }: { loan: Loan }) {
  const url = ownLink(loan)
  if (!url) return <UnavailableButton reason={waitText(loan)}>Sign Now</UnavailableButton>
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noopener"
      data-autofocus
      vars={yourMove}
      leftSection={<IconExternalLink size={18} aria-hidden="true" />}
    >
      Sign Now
    </Button>
  )
}

/**
 * The Done button reloads the loan: the dialog closes if the reader has signed, else it says that
 * the signature has not arrived.
 */
function useLookAgain() {
  const queries = useQueryClient()
  const [looked, setLooked] = useState(false)
  const look = async () => {
    setLooked(false)
    await reloadLoans(queries)
    setLooked(true)
  }
  return { looked, look }
}
