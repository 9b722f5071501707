import { useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import styles from './appearance-panel.module.css'
import { SettingsPanel } from '../layout/settings-panel.tsx'

const choices = [
  { scheme: 'auto', label: 'System', Icon: IconDeviceDesktop },
  { scheme: 'light', label: 'Light', Icon: IconSun },
  { scheme: 'dark', label: 'Dark', Icon: IconMoon },
] as const

export function AppearancePanel() {
  // Otherwise Mantine writes a style through innerHTML, which Trusted Types refuse.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <SettingsPanel id="appearance" title="Appearance" hint="Saved on this device only.">
      <fieldset className={styles.choices}>
        <legend>Colour scheme</legend>
        {choices.map(({ scheme, label, Icon }) => (
          <label key={scheme} className={styles.choice}>
            <input
              type="radio"
              name="color-scheme"
              value={scheme}
              checked={colorScheme === scheme}
              onChange={() => setColorScheme(scheme)}
            />
            <Icon size={18} stroke={1.75} aria-hidden="true" />
            {label}
          </label>
        ))}
      </fieldset>
    </SettingsPanel>
  )
}
