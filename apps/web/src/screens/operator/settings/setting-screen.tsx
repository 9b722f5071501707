import type { CallOutput } from '@pier/protocol/calls/calls'
import type { SettingName, SettingValue } from '@pier/protocol/settings'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { type Version, VersionList } from '../../../operator/settings/change-list.tsx'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { DeskCard, Loaded, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { changesOf } from '../../../operator/settings/setting-changes.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ChangePanel } from './change-panel.tsx'
import { SettingEditor } from './setting-editor.tsx'
import { isSetting, settingText } from './setting-names.ts'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Configuration')

type Setting = CallOutput<'GET /operator/settings'>['settings'][number]

export default function SettingScreen() {
  const { name } = useParams()
  if (!isSetting(name)) {
    return (
      <OperatorPage title="Configuration">
        <EmptyState
          title="Setting not found"
          action={<Link to="/operator/settings">All settings</Link>}
        />
      </OperatorPage>
    )
  }
  return <OneSetting name={name} />
}

function OneSetting({ name }: { name: SettingName }) {
  const reading = useOperatorQuery('GET /operator/settings', undefined, { refetchMs: deskMs })
  return (
    <Loaded query={reading} what="this setting">
      {({ settings }) => {
        const setting = settings.find((each) => each.name === name)
        // A draft belongs to one version: on a newer one it would undo somebody's work.
        return setting && <Edited key={`${name} ${setting.version}`} setting={setting} />
      }}
    </Loaded>
  )
}

function Edited({ setting }: { setting: Setting }) {
  const { name } = setting
  const kept = setting.value as SettingValue<typeof name> // Checked when it was set.
  const [draft, setDraft] = useState<typeof kept | null>(null)
  const mayEdit = useMay('POST /operator/settings/:name')
  const query = { page: 1, kind: 'configure' as const, open: 'true' as const }
  const { data } = useOperatorQuery('GET /operator/decisions', { query }, { refetchMs: deskMs })
  const waiting = data?.decisions.find(({ terms }) => terms['name'] === name)
  const { title, note } = settingText[name]
  return (
    <OperatorPage
      title={title}
      kicker={
        <>
          <Link to="/operator/settings">Configuration</Link>, {note}
        </>
      }
      panel={
        <ChangePanel
          setting={setting}
          draft={draft}
          changes={draft ? changesOf(name, kept, draft) : []}
          waiting={waiting}
          onDiscard={() => setDraft(null)}
        />
      }
    >
      <SettingEditor
        name={name}
        value={draft ?? kept}
        onChange={mayEdit && data && !waiting ? setDraft : null}
      />
      <Versions name={name} />
    </OperatorPage>
  )
}

function Versions({ name }: { name: SettingName }) {
  const { data } = useOperatorQuery('GET /operator/settings/:name', { params: { name } })
  const versions = data && asVersions(name, data)
  return (
    <DeskCard title="Versions">
      {!versions && <p aria-busy="true">Loading</p>}
      {versions?.length === 0 && <p>Never changed. The product default applies.</p>}
      {versions && <VersionList versions={versions} />}
    </DeskCard>
  )
}

function asVersions(
  name: SettingName,
  { initial, versions }: CallOutput<'GET /operator/settings/:name'>,
): Version[] {
  type Value = SettingValue<typeof name>
  return versions.map((each, index) => ({
    key: String(each.version),
    title: `Version ${each.version}`,
    at: each.set_at,
    by: each.set_by,
    confirmedBy: each.confirmed_by,
    reason: each.reason,
    // Newest first, and each was checked when it was set.
    changes: changesOf(name, (versions[index + 1]?.value ?? initial) as Value, each.value as Value),
  }))
}
