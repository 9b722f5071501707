import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coloursOf, hueOf, styleOf } from '../../testing/styles.ts'
import { PageBanner } from './page-banner.tsx'
import { PageProvider, usePage } from './page-context.tsx'

const root = () => createRoot(document.body.appendChild(document.createElement('div')))
let page: ReturnType<typeof root>
let state: ReturnType<typeof usePage>

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const banner = () => document.querySelector<HTMLElement>('[data-kind]')
const Screen = () => {
  const current = usePage()
  useEffect(() => {
    state = current
  })
  return <PageBanner />
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  page = root()
  act(() =>
    page.render(
      <PageProvider>
        <Screen />
      </PageProvider>,
    ),
  )
})

afterEach(() => {
  act(() => page.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const kinds = [
  { kind: 'error', hue: 'red', say: (text: string) => state.setPageError(text) },
  { kind: 'success', hue: 'green', say: (text: string) => state.setSuccess(text) },
]

test.each(kinds)('the $kind banner leaves by itself after 3500 ms', ({ say }) => {
  act(() => say('Words'))
  pass(3499)
  expect(banner()?.textContent).toBe('Words')

  pass(1)
  expect(banner()).toBeNull()
})

test.each(kinds)('the $kind banner is $hue and can be dismissed', ({ kind, hue, say }) => {
  act(() => say('Words'))
  const { background } = styleOf('ui/feedback/banner.module.css', `.banner[data-kind='${kind}']`)
  expect(banner()?.getAttribute('data-kind')).toBe(kind)
  expect(coloursOf(background).map(hueOf)).toEqual([hue, hue])

  act(() => banner()?.querySelector<HTMLElement>('[aria-label="Dismiss"]')?.click())

  expect(banner()).toBeNull()
})

test('the loading flag clears by itself after 2000 ms', () => {
  act(() => state.setLoading(true))
  pass(1999)
  expect(state.loading).toBe(true)

  pass(1)
  expect(state.loading).toBe(false)
})
