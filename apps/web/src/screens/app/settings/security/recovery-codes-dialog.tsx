import { Button } from '@mantine/core'
import { brand } from '@pier/protocol/brand'
import { IconDownload } from '@tabler/icons-react'
import { CopyButton } from '../../../../ui/button/copy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { saveFile } from '../../../../ui/file/save-file.ts'
import styles from './mfa-dialogs.module.css'

type RecoveryCodesDialogProps = { codes: string[] | null; onClose: () => void }

/** The codes are shown only this once, so the dialog does not close by accident. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog title="Your recovery codes" opened={codes !== null} onClose={onClose} closable={false}>
      {codes && <RecoveryCodes codes={codes} onClose={onClose} />}
    </Dialog>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join('\n')
  const fileName = `${brand.name.toLowerCase()}-recovery-codes.txt`
  return (
    <>
      <DialogBody>
        <p className={styles.text}>
          Each code works once, in the MFA field, without your authenticator. They are not shown
          again.
        </p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={styles.actions}>
          <CopyButton variant="default" text={text} />
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            onClick={() => saveFile(fileName, `${text}\n`)}
          >
            Download
          </Button>
        </div>
      </DialogBody>
      <DialogFooter>
        <span />
        <Button onClick={onClose}>I have saved them</Button>
      </DialogFooter>
    </>
  )
}
