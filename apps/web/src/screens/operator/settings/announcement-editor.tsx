import { Textarea } from '@mantine/core'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import { timeText } from '../../../operator/settings/setting-changes.ts'
import { DateField } from '../../../text/date-field.tsx'
import { wrapField } from '../../../ui/form/field-wrap.tsx'
import type { EditorProps } from './editor-props.ts'
import styles from './settings.module.css'

const lengthMax = 500

export function AnnouncementEditor({ value, onChange }: EditorProps<'announcement'>) {
  if (!onChange) {
    return (
      <DeskCard title="Announcement" aside={value.text && timeText(value.until)}>
        <p className={styles.text}>{value.text || 'No announcement.'}</p>
      </DeskCard>
    )
  }
  return (
    <DeskCard title="Announcement">
      <Textarea
        {...wrapField({ label: 'Text', hint: 'Empty: nothing is shown.' })}
        name="text"
        autosize
        minRows={3}
        maxRows={8}
        maxLength={lengthMax}
        value={value.text}
        onChange={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })}
      />
      <DateField
        name="until"
        label="Until, in UTC"
        hint="Leave empty to show it until removed."
        optional
        withTime
        value={value.until?.slice(0, 16) ?? ''}
        onChange={({ currentTarget: { value: typed } }) =>
          onChange({ ...value, until: typed ? `${typed}:00Z` : null })
        }
      />
    </DeskCard>
  )
}
