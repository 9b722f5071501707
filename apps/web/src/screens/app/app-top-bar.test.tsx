import { expect, test } from 'vitest'
import { self } from '../../testing/answers.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { getNamed, press } from '../../testing/page.ts'
import { coloursOf, hueOf, styleOf } from '../../testing/styles.ts'
import { AppTopBar } from './app-top-bar.tsx'

const picture = 'data:image/webp;base64,UklGRg=='

async function open(pfp: string | null) {
  await openScreen(<AppTopBar menuOpen={false} onMenu={() => {}} />, {
    path: '/app',
    answers: {
      'GET /users/self': { ...self, pfp },
      'GET /notifications': { notifications: [], unread: { alerts: 0, notifications: 0 } },
    },
  })
  return document.querySelector('a[href="/app/settings"]')
}

test('the link to the settings shows the avatar and the name', async () => {
  const link = await open(picture)

  expect(link?.querySelector('img')?.getAttribute('src')).toBe(picture)
  expect(link?.textContent).toBe('Mara Lindqvist')
})

test('without an avatar the link shows the initials, on a dark red square', async () => {
  const link = await open(null)
  const initials = link?.querySelector('[aria-hidden="true"]')
  expect(link?.querySelector('img')).toBeNull()
  expect(initials?.textContent).toBe('ML')
  expect(link?.textContent).toBe('MLMara Lindqvist')

  const style = styleOf('ui/display/avatar.module.css', '.initials')
  const [light, dark] = coloursOf(style['background'])
  expect([light, dark].map(hueOf)).toEqual(['red', 'red'])
  expect(light.red, 'dark').toBeLessThan(0x90)
  expect(dark.red, 'dark').toBeLessThan(0x90)
  expect(Number.parseInt(style['border-radius'] ?? '', 10), 'a square').toBeLessThan(8)
})

test('the bar has the logo, an alerts dropdown and a notifications dropdown', async () => {
  await open(null)

  expect(document.querySelector('header a[href="/app"]')?.textContent).toContain('Pier')
  for (const name of ['Alerts', 'Notifications']) {
    const menu = getNamed('button', name)
    expect(menu.getAttribute('aria-expanded')).toBe('false')
    await press('button', name)
    expect(menu.getAttribute('aria-expanded')).toBe('true')
  }
})
