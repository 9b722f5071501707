import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { turnKeys } from './queue-keys.ts'
import type { QueueRow } from './queue-table.tsx'
import { useQueueKeys } from './use-queue-keys.ts'

const rowOf = (id: string): QueueRow => ({
  id,
  title: `${id}.example`,
  detail: '',
  state: 'new',
  since: '2026-10-14T12:00:00.000Z',
  deadline_at: null,
  at_risk: null,
  next_step: 'Look',
  link: `/operator/cases/${id}`,
  assigned_to: null,
  can_dismiss: false,
})
const rows = ['a', 'b', 'c'].map(rowOf)
const steps = {
  open: vi.fn<(row: QueueRow) => void>(),
  assign: vi.fn<(row: QueueRow) => void>(),
  search: vi.fn<() => void>(),
  help: vi.fn<() => void>(),
}
const root = () => createRoot(document.body.appendChild(document.createElement('div')))
let page: ReturnType<typeof root>

function List() {
  const marked = useQueueKeys(rows, steps)
  return <p id="marked">{marked?.id ?? 'none'}</p>
}
const marked = () => document.querySelector('#marked')?.textContent
const press = (key: string, target: EventTarget = document.body) =>
  act(() => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  page = root()
  act(() => page.render(<List />))
})
afterEach(() => {
  act(() => page.unmount())
  document.body.replaceChildren()
  localStorage.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

test('j and k go through the lines, and stop at both ends', () => {
  expect(marked()).toBe('none')

  press('j')
  expect(marked()).toBe('a')
  press('j')
  press('ArrowDown')
  press('j')
  expect(marked()).toBe('c')
  press('k')
  press('ArrowUp')
  press('k')
  expect(marked()).toBe('a')
})

test('Enter opens the marked line, and a takes it', () => {
  press('Enter')
  press('a')
  expect(steps.open).not.toHaveBeenCalled()
  expect(steps.assign).not.toHaveBeenCalled()

  press('j')
  press('Enter')
  press('a')
  expect(steps.open).toHaveBeenCalledExactlyOnceWith(rows[0])
  expect(steps.assign).toHaveBeenCalledExactlyOnceWith(rows[0])
})

test('what is typed into a field is not a key of the list', () => {
  const field = document.body.appendChild(document.createElement('input'))

  press('j', field)
  press('?', field)

  expect(marked()).toBe('none')
  expect(steps.help).not.toHaveBeenCalled()
})

test('behind a dialog the list does nothing', () => {
  const dialog = document.body.appendChild(document.createElement('section'))
  dialog.setAttribute('role', 'dialog')

  press('j')

  expect(marked()).toBe('none')
})

test('who turned the keys off is left alone', () => {
  turnKeys(false)
  press('j')
  expect(marked()).toBe('none')

  turnKeys(true)
  press('j')
  expect(marked()).toBe('a')
})

test('a slash searches, and a question mark shows the keys', () => {
  press('/')
  press('?')

  expect(steps.search).toHaveBeenCalledOnce()
  expect(steps.help).toHaveBeenCalledOnce()
})
