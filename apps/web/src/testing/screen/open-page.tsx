import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import '@fontsource/commit-mono/latin-400.css'
import '../../ui/theme/mantine.css'
import '../../ui/theme/fonts.css'
import '../../ui/theme/base.css'
import { cssVariablesResolver, theme } from '../../ui/theme/theme.ts'

/**
 * A public page as the server has read it, without its loader. Answers where its links and forms
 * have led, as a path with its query and hash, and how often it was read anew.
 */
export async function openPage(element: ReactNode, at: string) {
  let reads = 0
  const loader = () => {
    reads += 1
    return null
  }
  const elsewhere = { path: '*', element: <h1>Elsewhere</h1> }
  const { pathname } = new URL(at, location.origin)
  const router = createMemoryRouter(
    [
      { path: pathname, element: <main>{element}</main>, loader, hydrateFallbackElement: <p /> },
      elsewhere,
    ],
    { initialEntries: [at] },
  )
  const place = document.createElement('div')
  document.body.prepend(place)
  const root = createRoot(place)
  root.render(
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariablesResolver}
    >
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  onTestFinished(() => {
    root.unmount()
    router.dispose()
    place.remove()
  })
  await vi.waitFor(() => {
    if (!document.querySelector('h1')) throw new Error('No page is shown')
  })
  return {
    path: () =>
      router.state.location.pathname + router.state.location.search + router.state.location.hash,
    reads: () => reads,
  }
}
