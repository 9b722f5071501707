import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router'
import { expect, test, vi } from 'vitest'
import { RouteChange } from '../../shell/page/route-change.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

test('what is lost in a screen goes to the screen, but that of a new page to its heading', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  let navigate: NavigateFunction | undefined
  const Shell = () => {
    const current = useNavigate()
    useEffect(() => {
      navigate = current
    }, [current])
    useKeptFocus()
    return (
      <>
        <RouteChange />
        <main id="main" tabIndex={-1} />
      </>
    )
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() =>
    root.render(
      <MemoryRouter initialEntries={['/app/borrow']}>
        <Shell />
      </MemoryRouter>,
    ),
  )
  const main = document.querySelector('main')
  const button = document.createElement('button')
  main?.append(button)
  button.focus()
  button.remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(main))

  const waiting = document.createElement('h1')
  main?.append(waiting)
  await act(async () => navigate?.('/app'))
  expect(document.activeElement).toBe(waiting)
  waiting.replaceWith(document.createElement('h1'))
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))

  act(() => root.unmount())
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
