import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ClipboardEvent } from 'react'
import { call } from '../../../api/client.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type Frame, useSendForm } from './dialog-frame.ts'
import { isList } from './domain-text.ts'

export function AddForm({ frame }: { frame: Frame }) {
  const form = useSendForm(frame, {
    checks: { domain: (typed: string) => (typed.trim() ? null : 'Invalid domain') },
    what: ({ domain }) => `Add ${domain.trim()}`,
    work: ({ domain }) => call('POST /domains/add', { body: { domain: domain.trim() } }),
    onDone: ({ id }) => {
      frame.turnTo('verify', id)
      return null
    },
  })
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!isList(text)) return
    event.preventDefault() // The field would put them all on one line.
    frame.turnTo('import', undefined, text)
  }
  return (
    <form {...form.formProps}>
      <DialogBody>
        <div onPaste={onPaste}>
          <TextField
            {...form.field('domain')}
            label="Domain"
            hint="The name itself, without www. Paste several to import a list."
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={limits.domainTypedLengthMax}
            data-autofocus
          />
        </div>
        <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>
          Next you get one DNS TXT record that proves it is yours.
        </Notice>
        <FormAlert message={form.refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Cancel
        </Button>
        <BusyButton type="submit" busy={form.busy}>
          Add Domain
        </BusyButton>
      </DialogFooter>
    </form>
  )
}
