import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Self } from '../../../../api/users.ts'
import { usePage } from '../../../../shell/page/page-context.tsx'
import { Avatar } from '../../../../ui/display/avatar.tsx'
import { CropDialog } from './crop-dialog.tsx'
import { openPicture } from './open-picture.ts'
import { PictureDrop } from './picture-drop.tsx'
import styles from './profile-panel.module.css'
import { SettingsPanel } from '../layout/settings-panel.tsx'
import panel from '../layout/settings-panel.module.css'
import type { ProfileForm } from '../../../../users/use-profile.ts'

const hint = 'Name and email cannot be changed here. Contact us to change them.'

export function ProfilePanel({ form, self }: { form: ProfileForm; self: Self }) {
  const { pfp } = form.profile
  return (
    <SettingsPanel id="profile" title="Profile" hint={hint}>
      <div className={styles.picture}>
        <Avatar name={self.name} picture={pfp} size={96} />
        <PicturePicker form={form} />
      </div>
      {pfp && (
        <Button size="xs" variant="default" onClick={() => form.save('picture', { pfp: null })}>
          Remove picture
        </Button>
      )}
      <div className={panel.pair}>
        <TextInput label="Name" value={self.name} readOnly />
        <TextInput label="Email" value={self.email} readOnly />
      </div>
    </SettingsPanel>
  )
}

/** From a file to a picture that is saved: opened, made smaller, cropped by hand. */
function PicturePicker({ form }: { form: ProfileForm }) {
  const { setPageError } = usePage()
  const [refusal, setRefusal] = useState<string>()
  const [opened, setOpened] = useState<string | null>(null)

  const take = async (file: File) => {
    setRefusal(undefined)
    try {
      setOpened(await openPicture(file))
    } catch (error) {
      const words = error instanceof Error ? error.message : ''
      setRefusal(words)
      setPageError(words)
    }
  }
  const close = () => {
    if (opened) URL.revokeObjectURL(opened)
    setOpened(null)
  }
  return (
    <>
      <PictureDrop error={form.errors.pfp ?? refusal} onFile={(file) => void take(file)} />
      <CropDialog
        url={opened}
        onClose={close}
        onCropped={(pfp) => {
          close()
          form.save('picture', { pfp })
        }}
      />
    </>
  )
}
