import { BusyButton } from '../../../ui/busy-button.tsx'
import { CountryField, ProfileText } from './profile-field.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import styles from './settings-panel.module.css'
import { submitTo } from './submit-to.ts'
import type { ProfileForm } from './use-profile.ts'

const hint = 'Printed in agreements. Only your counterparty sees it.'

export function AddressPanel({ form }: { form: ProfileForm }) {
  return (
    <SettingsPanel id="legal-address" title="Legal address" hint={hint}>
      <form className={styles.form} {...submitTo(() => form.save('address'))}>
        <div className={styles.pair}>
          <ProfileText form={form} name="address1" label="Address" autoComplete="address-line1" />
          <ProfileText
            form={form}
            name="address2"
            label="Address (line 2)"
            optional
            autoComplete="address-line2"
          />
        </div>
        <div className={styles.three}>
          <ProfileText form={form} name="city" label="City" autoComplete="address-level2" />
          <ProfileText form={form} name="zip" label="Postal/Zip Code" autoComplete="postal-code" />
          <CountryField form={form} label="Country" autoComplete="off" />
        </div>
        <BusyButton type="submit" busy={form.isBusy('address')}>
          Update Legal Address
        </BusyButton>
      </form>
    </SettingsPanel>
  )
}
