import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { cleanPastedName } from '@pier/protocol/domains/pasted-name'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ClipboardEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../../../api/client/client.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { type Frame, useSendForm } from '../dialog-frame/dialog-frame.ts'
import { isList } from '../domain/domain-text.ts'

export function AddForm({ frame }: { frame: Frame }) {
  const form = useSendForm(frame, {
    checks: { domain: (typed: string) => (typed.trim() ? null : 'Invalid domain') },
    what: ({ domain }) => `Add ${domain.trim()}`,
    work: ({ domain }) => call('POST /domains/add', { body: { domain: domain.trim() } }),
    onDone: ({ id, cleaned_from }) => {
      frame.turnTo('verify', id, cleaned_from === null ? {} : { cleanedFrom: cleaned_from })
      return null
    },
  })
  const [search] = useSearchParams()
  const asked = search.get('name') ?? '' // The name of a quote that led here.
  const [typed, setTyped] = useState(asked)
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!isList(text)) return
    event.preventDefault() // The field would put them all on one line.
    frame.turnTo('import', undefined, { names: text })
  }
  return (
    <form {...form.formProps}>
      <DialogBody>
        <div onPaste={onPaste}>
          <TextField
            {...form.field('domain')}
            label="Domain"
            hint={hintFor(typed)}
            defaultValue={asked}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={limits.domainTypedLengthMax}
            data-autofocus
          />
        </div>
        <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>
          Next we show a DNS TXT record that proves you control the domain, and the registry fees.
          Adding a domain is free.
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

/** The name that is read from a pasted address, before it is sent. */
function hintFor(typed: string): string {
  const name = cleanPastedName(typed)
  const isClean = !name || name === typed.trim().toLowerCase()
  return isClean ? 'A name like example.com. Paste several to import a list.' : `Read as ${name}`
}
