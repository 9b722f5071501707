import { useQueryClient } from '@tanstack/react-query'
import { reloadLoans } from '../../../../api/loans/loans.ts'
import { type Self, useSelf } from '../../../../api/users.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { AddressFields } from '../../../../users/address-fields.tsx'
import { submitTo } from '../../../../ui/form/submit-to.ts'
import { useProfile } from '../../../../users/use-profile.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import styles from './signature-modal.module.css'

/** The same form as in Settings, where it is needed. The agreement is generated after it. */
export function AddressForm() {
  const { data: self, error, refetch } = useSelf()
  if (self) return <AddressOf self={self} />
  if (error) return <LoadFailed what="Your address" error={error} onRetry={() => void refetch()} />
  return (
    <div aria-busy="true">
      <SkeletonBar width="100%" height={44} />
    </div>
  )
}

function AddressOf({ self }: { self: Self }) {
  const queries = useQueryClient()
  const form = useProfile(self, { onSaved: () => void reloadLoans(queries) })
  return (
    <form className={styles.address} {...submitTo(() => form.save('address'))}>
      <AddressFields form={form} />
      <p className={styles.note}>Enter address, city, postal code and country.</p>
      <BusyButton type="submit" busy={form.isBusy('address')}>
        Update Legal Address
      </BusyButton>
    </form>
  )
}
