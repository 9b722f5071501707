import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RouteChange } from './route-change.tsx'

const root = () => createRoot(document.body.appendChild(document.createElement('div')))
let page: ReturnType<typeof root>
let navigate: NavigateFunction
const toTop = vi.fn<typeof window.scrollTo>()
const toTarget = vi.fn<(options: ScrollIntoViewOptions) => void>()

const Screen = () => {
  const current = useNavigate()
  useEffect(() => {
    navigate = current
  })
  return <RouteChange />
}
const open = (address: string) =>
  act(() =>
    page.render(
      <MemoryRouter initialEntries={[address]}>
        <Screen />
      </MemoryRouter>,
    ),
  )
const go = (address: string) => act(async () => navigate(address))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const addTarget = (id: string) =>
  document.body.append(Object.assign(document.createElement('section'), { id }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(window, 'scrollTo').mockImplementation(toTop)
  Object.assign(Element.prototype, { scrollIntoView: toTarget })
  toTop.mockClear()
  toTarget.mockClear()
  page = root()
})

afterEach(() => {
  act(() => page.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('every route change goes to the top, and to the heading', async () => {
  document.body.append(document.createElement('h1'))
  open('/')
  expect(toTop).not.toHaveBeenCalled()

  await go('/domains')
  expect(toTop).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' })
  expect(document.activeElement?.tagName).toBe('H1')
})

test('when a heading gives way to that of the page that came, focus goes along', async () => {
  const heading = document.createElement('h1')
  document.body.append(heading)
  open('/')
  await go('/app')

  heading.replaceWith(Object.assign(document.createElement('h1'), { id: 'came' }))
  await pass(0)
  expect(document.activeElement?.id).toBe('came')
})

test('a key that does nothing by itself does not end it', async () => {
  const heading = document.body.appendChild(document.createElement('h1'))
  open('/')
  await go('/app')

  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Control' }))
  heading.replaceWith(document.createElement('h1'))
  await pass(0)
  expect(document.activeElement?.tagName).toBe('H1')
})

test('focus stays with who has moved on', async () => {
  const heading = document.createElement('h1')
  document.body.append(heading)
  open('/')
  await go('/app')

  window.dispatchEvent(new Event('keydown'))
  heading.replaceWith(document.createElement('h1'))
  await pass(0)
  expect(document.activeElement).toBe(document.body)
})

test('going back to another page goes to its top too', async () => {
  open('/')
  await go('/domains')
  toTop.mockClear()
  await act(async () => navigate(-1))

  expect(toTop).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' })
})

test('the next page of a list goes to the top', async () => {
  open('/app/transactions')
  await go('/app/transactions/2')

  expect(toTop).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' })
})

test('a hash on the same page scrolls smoothly to its target, and not to the top', async () => {
  addTarget('borrow')
  open('/')
  await go('/#borrow')

  expect(toTarget).toHaveBeenCalledExactlyOnceWith({ behavior: 'smooth' })
  expect(toTop).not.toHaveBeenCalled()
})

test('who asks for less motion jumps to the target', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  addTarget('lend')
  open('/')
  await go('/#lend')

  expect(toTarget).toHaveBeenCalledExactlyOnceWith({ behavior: 'instant' })
})

test('a link to the page one is on leads smoothly back to its top', async () => {
  open('/#borrow')
  await go('/')

  expect(toTop).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'smooth' })
})

test('opening a page with a hash waits up to ten seconds for a target that comes late', async () => {
  open('/#borrow')
  await pass(9999)
  addTarget('borrow')
  await pass(0)

  expect(toTarget).toHaveBeenCalledExactlyOnceWith({ behavior: 'instant' })
})

test('it gives up after ten seconds', async () => {
  open('/#borrow')
  await pass(10_000)
  addTarget('borrow')
  await pass(1000)

  expect(toTarget).not.toHaveBeenCalled()
})

test('going elsewhere ends the wait', async () => {
  open('/#borrow')
  await go('/domains')
  addTarget('borrow')
  await pass(1000)

  expect(toTarget).not.toHaveBeenCalled()
})

test('a dialog with an address of its own opens and closes without moving the page', async () => {
  document.body.append(document.createElement('h1'))
  open('/app/my-domains/2?filter=listed')

  await act(async () =>
    navigate('/app/my-domains/add', { state: { over: '/app/my-domains/2?filter=listed' } }),
  )
  await act(async () => navigate(-1))
  expect(toTop).not.toHaveBeenCalled()
  expect(document.activeElement?.tagName).not.toBe('H1')

  await act(async () => navigate(1))
  await go('/app/add-balance')
  expect(toTop).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' })
})

test('what loads above the target does not push it away, until the reader moves', async () => {
  let grow = () => {}
  class Sizes {
    constructor(callback: () => void) {
      grow = callback
    }
    observe = () => undefined
    disconnect = () => {
      grow = () => {}
    }
  }
  vi.stubGlobal('ResizeObserver', Sizes)
  open('/')
  await go('/app/settings#sessions')
  addTarget('sessions')
  await pass(0)
  expect(toTarget).toHaveBeenCalledTimes(1)

  grow()
  expect(toTarget).toHaveBeenCalledTimes(2)
  window.dispatchEvent(new Event('wheel'))
  grow()
  expect(toTarget).toHaveBeenCalledTimes(2)
})
