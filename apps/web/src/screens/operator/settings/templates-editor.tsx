import { Button } from '@mantine/core'
import { useState } from 'react'
import { reasonText } from '../../../operator/settings/setting-changes.ts'
import { rulingText } from '../../../text/ruling-text.ts'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { EditorProps } from './editor-props.ts'
import styles from './settings.module.css'
import { type Template, TemplateDialog } from './template-dialog.tsx'

const isSame = (one: Template, other: Template) =>
  one.reason === other.reason && one.outcome === other.outcome

export function TemplatesEditor({ value, onChange }: EditorProps<'templates'>) {
  const [asked, setAsked] = useState<{ template: Template | null } | null>(null)
  const acts = onChange && {
    change: (template: Template) => setAsked({ template }),
    remove: (template: Template) => onChange(value.filter((each) => each !== template)),
  }
  return (
    <>
      <DataTable
        title="Templates"
        aside={
          onChange && (
            <Button size="xs" variant="default" onClick={() => setAsked({ template: null })}>
              Add a template
            </Button>
          )
        }
        dense
        pageSize={4}
        rows={value}
        keyOf={({ reason, outcome }) => `${reason} ${outcome}`}
        columns={columnsOf(acts)}
        empty={
          <EmptyState
            title="Rulings start with the product default text"
            hint="A template replaces it for one reason and outcome, or for any reason."
          />
        }
      />
      <TemplateDialog
        asked={asked}
        onPut={(before, template) =>
          onChange?.([
            ...value.filter((each) => each !== before && !isSame(each, template)),
            template,
          ])
        }
        onClose={() => setAsked(null)}
      />
    </>
  )
}

type Acts = { change: (template: Template) => void; remove: (template: Template) => void } | null

const columnsOf = (acts: Acts): Column<Template>[] => [
  { key: 'reason', header: 'Dispute', wrap: true, cell: ({ reason }) => reasonText(reason) },
  { key: 'outcome', header: 'Ruling', wrap: true, cell: ({ outcome }) => rulingText[outcome] },
  {
    key: 'text',
    header: 'Text',
    wrap: true,
    place: 'line',
    cell: ({ text }) => <span className={styles.text}>{text}</span>,
  },
  {
    key: 'act',
    header: 'Actions',
    bare: true,
    place: 'action',
    cell: (template) =>
      acts && (
        <span className={styles.acts}>
          <Button size="xs" variant="default" onClick={() => acts.change(template)}>
            Change
          </Button>
          <Button size="xs" variant="default" onClick={() => acts.remove(template)}>
            Remove
          </Button>
        </span>
      ),
  },
]
