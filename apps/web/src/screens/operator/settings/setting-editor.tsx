import type { SettingName } from '@pier/protocol/settings'
import { AnnouncementEditor } from './announcement-editor.tsx'
import { CountriesEditor } from './countries-editor.tsx'
import type { EditorProps } from './editor-props.ts'
import { LimitsEditor } from './limits-editor.tsx'
import { TemplatesEditor } from './templates-editor.tsx'

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
  const Editor = editors[name] as (props: EditorProps<N>) => React.ReactNode // Of the same name.
  return <Editor {...props} />
}
