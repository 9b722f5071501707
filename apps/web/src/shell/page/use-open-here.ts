import { useState } from 'react'
import { useLocation } from 'react-router'

/** A menu of this page: going anywhere closes it, and coming back does not open it again. */
export function useOpenHere() {
  const { pathname } = useLocation()
  const [menu, setMenu] = useState({ at: pathname, isOpen: false, isLeft: false })
  if (menu.at !== pathname) setMenu({ at: pathname, isOpen: false, isLeft: true })
  return {
    isOpen: menu.isOpen,
    /** It was closed by navigating, which moves focus to the new heading. */
    isLeft: menu.isLeft,
    setOpen: (isOpen: boolean) => setMenu({ at: pathname, isOpen, isLeft: false }),
  }
}
