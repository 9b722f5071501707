import { Button, Popover } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '../../../api/client/client.ts'
import { fullDay } from '../../../text/date-text.ts'
import { useAction } from '../../../shell/action/use-action.ts'
import { BusyButton } from '../../../ui/button/busy-button.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { saveFile } from '../../../ui/file/save-file.ts'
import styles from './export-menu.module.css'
import { listPeriods, type Period } from './statement-periods.ts'

const formats = ['csv', 'pdf'] as const
type Format = (typeof formats)[number]

const formatOptions = formats.map((value) => ({ value, label: value.toUpperCase() }))

export function ExportMenu() {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      withinPortal={false}
      trapFocus
      returnFocus
      transitionProps={{ transition: 'fade-up', duration: 140, exitDuration: 100 }}
      classNames={{ dropdown: styles.panel }}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          Export CSV
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Export">
        <ExportForm onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function ExportForm({ onDone }: { onDone: () => void }) {
  const [periods] = useState(() => listPeriods(new Date()))
  const [label, setLabel] = useState(periods[0]?.label ?? '')
  const [format, setFormat] = useState<Format>('csv')
  const period = periods.find((known) => known.label === label)
  const fetchFile = ({ from, to }: Period) =>
    download('GET /transactions/statement', { query: { format, from, to } })
  const exporting = useAction(fetchFile, {
    what: 'Download a statement',
    onDone: ({ name, content }) => {
      saveFile(name, content)
      onDone()
    },
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (period) void exporting.act(period)
      }}
    >
      <SelectField
        name="period"
        label="Period"
        value={label}
        options={periods.map(({ label: value }) => ({ value, label: value }))}
        onChange={(event) => setLabel(event.currentTarget.value)}
        hint={period && `${fullDay(period.from)} to ${fullDay(period.to)}, UTC`}
      />
      <SelectField
        name="format"
        label="Format"
        value={format}
        options={formatOptions}
        onChange={({ currentTarget: { value } }) => setFormat(value === 'pdf' ? 'pdf' : 'csv')}
      />
      <BusyButton type="submit" busy={exporting.busy}>
        Download
      </BusyButton>
    </form>
  )
}
