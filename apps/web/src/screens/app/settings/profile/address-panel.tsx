import { AddressFields } from '../../../../users/address-fields.tsx'
import { submitTo } from '../../../../ui/form/submit-to.ts'
import type { ProfileForm } from '../../../../users/use-profile.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { SettingsPanel } from '../layout/settings-panel.tsx'
import styles from '../layout/settings-panel.module.css'

const hint = 'Printed in agreements. Only your counterparty sees it.'

export function AddressPanel({ form }: { form: ProfileForm }) {
  return (
    <SettingsPanel id="legal-address" title="Legal address" hint={hint}>
      <form className={styles.form} {...submitTo(() => form.save('address'))}>
        <AddressFields form={form} />
        <BusyButton type="submit" busy={form.isBusy('address')}>
          Update Legal Address
        </BusyButton>
      </form>
    </SettingsPanel>
  )
}
