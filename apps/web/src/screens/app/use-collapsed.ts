import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

const key = 'sidebar'

/**
 * Whether the sidebar is collapsed: as chosen on this device, else by the width of the window. On a
 * phone it is in a drawer, whole, and its tips need not be fetched.
 */
export function useCollapsed(): [boolean, () => void] {
  const [choice, setChoice] = useState(() => localStorage.getItem(key))
  const isNarrow = useMediaQuery('(max-width: 1199px)', false, { getInitialValueInEffect: false })
  const isInDrawer = useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false })
  const collapsed = !isInDrawer && (choice ? choice === 'collapsed' : isNarrow)

  const toggle = () => {
    const next = collapsed ? 'expanded' : 'collapsed'
    localStorage.setItem(key, next)
    setChoice(next)
  }
  return [collapsed, toggle]
}
