import { MantineProvider } from '@mantine/core'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RestrictedNotice } from './restricted-notice.tsx'

function shown(self: { is_frozen: boolean; restricted_until: string | null }) {
  const page = document.createElement('div')
  page.innerHTML = renderToString(
    <MantineProvider>
      <RestrictedNotice self={self} />
    </MantineProvider>,
  )
  return page.querySelector('p')?.textContent ?? ''
}

test('a frozen account reads that it is frozen, without an end date', () => {
  const words = shown({ is_frozen: true, restricted_until: '2126-10-14T12:00:00.000Z' })

  expect(words).toBe('Frozen by our team. Write to us.')
})

test('a pause says when it ends, and an open account says nothing', () => {
  const pause = shown({ is_frozen: false, restricted_until: '2026-10-14T12:00:00.000Z' })

  expect(pause).toContain('paused until 14 Oct 2026, 12:00 UTC')
  expect(shown({ is_frozen: false, restricted_until: null })).toBe('')
})
