import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DutyContext } from '../../../operator/page/duty-context.tsx'
import { UserTags } from './user-tags.tsx'

const later = '2126-10-14T12:00:00.000Z'
const before = '2020-10-14T12:00:00.000Z'
const duty = {
  id: '0',
  name: 'Noor Haddad',
  email: 'noor@pier.example',
  roles: [],
  has_joined: true,
  is_ended: false,
  keys_from: null,
  calls: [],
  now: before,
  is_clock_stopped: false,
}

function shown(user: Partial<Parameters<typeof UserTags>[0]['user']>) {
  const page = document.createElement('div')
  const whole = { frozen_at: null, restricted_until: null, deletion_at: null, ...user }
  page.innerHTML = renderToString(
    <DutyContext value={{ duty, aheadMs: 0 }}>
      <UserTags user={whole} />
    </DutyContext>,
  )
  return page.textContent
}

test('a frozen account shows since when, and no end', () => {
  expect(shown({ frozen_at: before, restricted_until: later })).toBe('Frozen since 14 Oct 2020')
})

test('a pause shows its end as long as it lasts', () => {
  expect(shown({ restricted_until: later })).toBe('Paused until 14 Oct 2126, 12:00 UTC')
  expect(shown({ restricted_until: before })).toBe('Open')
})

test('who leaves is shown with the day, paused or not', () => {
  const words = shown({ restricted_until: later, deletion_at: later })

  expect(words).toContain('Paused until')
  expect(words).toContain('Deletion on 14 Oct 2126')
})
