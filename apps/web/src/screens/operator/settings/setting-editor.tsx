import type { SettingName, SettingValue } from '@pier/protocol/settings'
import { AnnouncementEditor } from './announcement-editor.tsx'
import { CountriesEditor } from './countries-editor.tsx'
import { LimitsEditor } from './limits-editor.tsx'
import { TemplatesEditor } from './templates-editor.tsx'

export type EditorProps<N extends SettingName> = {
  value: SettingValue<N>
  /** Nothing for who may only read. */
  onChange: ((value: SettingValue<N>) => void) | null
}

const editors: { [N in SettingName]: (props: EditorProps<N>) => React.ReactNode } = {
  countries: CountriesEditor,
  limits: LimitsEditor,
  templates: TemplatesEditor,
  announcement: AnnouncementEditor,
}

/** The form of one setting. What it gives is a draft: the server checks it when it is set. */
export function SettingEditor<N extends SettingName>({
  name,
  ...props
}: EditorProps<N> & { name: N }) {
  const Editor = editors[name] as (props: EditorProps<N>) => React.ReactNode // One of its own name.
  return <Editor {...props} />
}
