import { useMantineColorScheme } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import styles from './color-scheme-switch.module.css'

const choices = [
  { scheme: 'auto', label: 'System colours', Icon: IconDeviceDesktop },
  { scheme: 'light', label: 'Light colours', Icon: IconSun },
  { scheme: 'dark', label: 'Dark colours', Icon: IconMoon },
] as const

export function ColorSchemeSwitch() {
  // Otherwise Mantine writes a style through innerHTML, which Trusted Types refuse.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const mounted = useMounted() // The server does not know the choice, so it marks none.
  return (
    <fieldset aria-label="Colours" className={styles.switch}>
      {choices.map(({ scheme, label, Icon }) => (
        <button
          key={scheme}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={mounted && colorScheme === scheme}
          onClick={() => setColorScheme(scheme)}
        >
          <Icon size={18} aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  )
}
