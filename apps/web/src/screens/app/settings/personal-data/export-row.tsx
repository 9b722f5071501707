import { Button } from '@mantine/core'
import { brand } from '@pier/protocol/brand'
import { useSearchParams } from 'react-router'
import { call } from '../../../../api/client/client.ts'
import { useAction } from '../../../../shell/action/use-action.ts'
import { saveFile } from '../../../../ui/file/save-file.ts'
import { SettingsRow } from '../layout/settings-panel.tsx'

/** Shown to users who came by the link in the mail. The copy can be downloaded once. */
export function ExportRow() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('export') ?? ''
  const download = useAction(() => call('GET /users/export/:id', { params: { id } }), {
    what: 'Download the copy of your data',
    done: 'Copy saved',
    onDone: (copy) => {
      saveFile(`${brand.name.toLowerCase()}-data.json`, JSON.stringify(copy, null, 2))
      setSearch({}, { replace: true })
    },
  })
  if (!id) return null

  const button = (
    <Button size="xs" aria-busy={download.busy} onClick={() => void download.act()}>
      Download
    </Button>
  )
  return (
    <SettingsRow actions={button}>
      <strong>Your copy is ready</strong>
      <small>You can download it once.</small>
    </SettingsRow>
  )
}
