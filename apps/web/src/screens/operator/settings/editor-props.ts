import type { SettingName, SettingValue } from '@pier/protocol/settings'

export type EditorProps<N extends SettingName> = {
  value: SettingValue<N>
  /** Null for operators who may only read. */
  onChange: ((value: SettingValue<N>) => void) | null
}
