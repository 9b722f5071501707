import { NativeSelect } from '@mantine/core'
import { IconChevronDown, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { FieldError } from '../../../../ui/form/field-wrap.tsx'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'
import { ContractDialog } from './contract-dialog.tsx'
import styles from './contract-panel.module.css'
import { contractPreviews, pageUrl, pdfUrl } from './contract-previews.ts'
import { SettingsPanel } from '../layout/settings-panel.tsx'
import { submitTo } from '../../../../ui/form/submit-to.ts'
import type { ProfileForm } from '../../../../users/use-profile.ts'

const hint = 'Applies to new offers. Existing loans keep their contract.'
const options = contractPreviews.map(({ id, label }) => ({ value: String(id), label }))

export function ContractPanel({ form }: { form: ProfileForm }) {
  const [reading, setReading] = useState(false)
  const preview = contractPreviews[form.profile.contract]
  const error = form.errors.contract
  return (
    <SettingsPanel id="lending-contract" title="Lending contract" hint={hint}>
      <div className={styles.columns}>
        <button
          type="button"
          className={styles.page}
          aria-label={`Preview of ${preview.name}.pdf`}
          onClick={() => setReading(true)}
        >
          <img src={pageUrl(preview, 1)} alt="" width={150} height={212} />
        </button>
        <form className={styles.form} {...submitTo(() => form.save('contract'))}>
          <NativeSelect
            name="contract"
            label="Contract"
            data={options}
            value={String(form.profile.contract)}
            onChange={(event) => form.edit({ contract: event.currentTarget.value === '1' ? 1 : 0 })}
            rightSection={<IconChevronDown size={18} aria-hidden="true" />}
            error={error && <FieldError text={error} />}
            errorProps={{ component: 'div' }}
          />
          <a href={pdfUrl(preview)} target="_blank" rel="noreferrer" className={styles.open}>
            <IconFileTypePdf size={18} aria-hidden="true" />
            Open {preview.name}.pdf, {preview.pageCount} pages
            <VisuallyHidden> (in a new tab)</VisuallyHidden>
          </a>
          <BusyButton type="submit" busy={form.isBusy('contract')}>
            Set Lending Contract
          </BusyButton>
        </form>
      </div>
      <ContractDialog preview={preview} opened={reading} onClose={() => setReading(false)} />
    </SettingsPanel>
  )
}
