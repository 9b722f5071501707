import { Dialog, DialogBody } from '../../../../ui/dialog/dialog.tsx'
import styles from './contract-panel.module.css'
import { type ContractPreview, pageUrl } from './contract-previews.ts'

type ContractDialogProps = { preview: ContractPreview; opened: boolean; onClose: () => void }

/** All pages one below the other. Screen readers have the PDF itself, which is tagged. */
export function ContractDialog({ preview, opened, onClose }: ContractDialogProps) {
  const pages = Array.from({ length: preview.pageCount }, (_, index) => index + 1)
  return (
    <Dialog title={preview.label} opened={opened} onClose={onClose}>
      <DialogBody>
        {pages.map((page) => (
          <img
            key={page}
            src={pageUrl(preview, page)}
            alt={`Page ${page} of ${preview.pageCount} of ${preview.name}.pdf`}
            width={480}
            height={679}
            className={styles.large}
          />
        ))}
      </DialogBody>
    </Dialog>
  )
}
