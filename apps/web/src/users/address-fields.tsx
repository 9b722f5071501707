import styles from './address-fields.module.css'
import { CountryField, ProfileText } from './profile-field.tsx'
import type { ProfileForm } from './use-profile.ts'

/** The legal address, as agreements print it. */
export function AddressFields({ form }: { form: ProfileForm }) {
  return (
    <>
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
    </>
  )
}
