import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'

type DeleteDialogProps = {
  email: string
  opened: boolean
  onClose: () => void
  onConfirm: () => void
}

export function DeleteDialog({ email, opened, onClose, onConfirm }: DeleteDialogProps) {
  return (
    <Dialog title="Delete account" opened={opened} onClose={onClose}>
      <DeleteForm email={email} onClose={onClose} onConfirm={onConfirm} />
    </Dialog>
  )
}

function DeleteForm({ email, onClose, onConfirm }: Omit<DeleteDialogProps, 'opened'>) {
  const isSame = (typed: string) => typed.trim().toLowerCase() === email.toLowerCase()
  const form = useForm({
    checks: { typed: (typed: string) => (isSame(typed) ? null : 'This is not your email') },
    clearMs: limits.loadingClearMs,
    submit: async () => onConfirm(),
  })
  return (
    <form {...form.formProps}>
      <DialogBody>
        <p>
          In {limits.deletionWaitDays} days the account of <strong>{email}</strong> will be deleted.
          Records we must keep by law stay, without your name. A balance below the withdrawal
          minimum is lost.
        </p>
        <TextField
          {...form.field('typed')}
          label="Type your email to confirm"
          autoComplete="off"
          spellCheck={false}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Keep account
        </Button>
        <Button type="submit" variant="danger">
          Delete account
        </Button>
      </DialogFooter>
    </form>
  )
}
