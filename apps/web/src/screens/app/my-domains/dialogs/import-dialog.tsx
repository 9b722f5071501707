import { Button, Textarea } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { useId, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../../../api/client/client.ts'
import type { Imported } from '../../../../api/domains.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { wrapField } from '../../../../ui/form/field-wrap.tsx'
import { FileDrop } from '../../../../ui/form/file-drop.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { type Frame, useSendForm } from '../dialog-frame/dialog-frame.ts'
import { ImportResult } from './import-result.tsx'

const longest = limits.importLengthMax.toLocaleString('en-US')
const tooLong = `The list is too long. The limit is ${longest} characters`

export function ImportDialog({ frame }: { frame: Frame }) {
  const [result, setResult] = useState<Imported | null>(null)
  if (result) return <ImportResult result={result} onClose={frame.close} />
  return <ImportForm frame={frame} onImported={setResult} />
}

type ImportFormProps = { frame: Frame; onImported: (result: Imported) => void }

function ImportForm({ frame, onImported }: ImportFormProps) {
  const [names, setNames] = useState(pastedIn(useLocation().state))
  const [fileError, setFileError] = useState<string>()
  const labelId = useId()
  const form = useSendForm(frame, {
    checks: { names: checkNames },
    what: () => 'Import a list of domains',
    work: ({ names: list }) => call('POST /domains/import', { body: { names: list } }),
    onDone: (answer) => {
      onImported(answer)
      return null
    },
  })
  const take = async (file: File) => {
    const isTooLong = file.size > limits.importLengthMax * 4 // UTF-8: four bytes at most.
    const text = isTooLong ? null : await file.text().catch(() => null)
    setFileError(text === null ? 'This file is not a readable list' : undefined)
    if (text === null) return
    setNames(text)
    form.mark('names', null)
  }
  const { error, ...field } = form.field('names')
  return (
    <form {...form.formProps}>
      <DialogBody>
        <Textarea
          {...field}
          {...wrapField({
            label: 'Domains',
            error,
            hint: 'One per line, or separated by commas. One DNS record verifies them all.',
          })}
          id={labelId}
          rows={7}
          spellCheck={false}
          autoCapitalize="off"
          value={names}
          onChange={({ currentTarget }) => setNames(currentTarget.value)}
          data-autofocus
        />
        <FileDrop
          name="file"
          accept=".csv,.txt,text/csv,text/plain"
          title="Drop a CSV here or click"
          hint="The file is read on this device. You see the list before it is sent."
          error={fileError}
          onFile={(file) => void take(file)}
        />
        <FormAlert message={form.refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Cancel
        </Button>
        <BusyButton type="submit" busy={form.busy}>
          Import list
        </BusyButton>
      </DialogFooter>
    </form>
  )
}

function checkNames(names: string): string | null {
  if (!names.trim()) return 'Paste or choose a list first'
  return names.length > limits.importLengthMax ? tooLong : null
}

/** A list that was pasted into the field for one name. */
const pastedIn = (state: unknown): string =>
  state && typeof state === 'object' && 'names' in state && typeof state.names === 'string'
    ? state.names
    : ''
