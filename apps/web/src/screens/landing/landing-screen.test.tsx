import { brand } from '@pier/protocol/brand'
import { expect, test, vi } from 'vitest'
import { PublicFooter } from '../../shell/public/public-footer.tsx'
import { openScreen } from '../../testing/open-screen.tsx'
import { getNamed } from '../../testing/page.ts'
import { styleOf } from '../../testing/styles.ts'
import LandingScreen from './landing-screen.tsx'

const open = () =>
  openScreen(
    <>
      <LandingScreen loaderData={{ listings: null, prices, repaid: null }} />
      <PublicFooter />
    </>,
  )
const prices = ['xyz', 'io', 'com', 'de', 'fr', 'ai', 'net', 'shop'].map((suffix) => ({
  suffix,
  transfer: 10.44,
  renewal: 10.44,
  since: '2026-10-01T00:00:00.000Z',
}))
const textOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim())

test('the headline says for whom it is, and the footer whose company', async () => {
  await open()

  expect(textOf('h1')).toEqual(['Pier to Pier Lending for Domainers'])
  expect(brand.parent).toMatch(/^a .* Consulting company$/)
  expect(document.querySelector('footer')?.textContent).toContain(brand.parent)
  expect(textOf('section ul li')).toEqual([
    'Borrow working capital without selling the domain.',
    'Keep full DNS control while it is in escrow.',
    'Earn yield by lending.',
  ])
})

test('its field asks for a name and leads to the quote, without any script', async () => {
  await open()
  const field = getNamed('field', 'What could your name borrow?')

  expect(field.getAttribute('name')).toBe('name')
  expect(field.closest('form')?.getAttribute('action')).toBe('/quote')
})

test('costs begin with the endings that most names have, and say the day of the list', async () => {
  await open()

  expect(textOf('section[aria-labelledby="costs"] dt')).toEqual([
    '.com',
    '.net',
    '.io',
    '.ai',
    '.xyz',
    '.de',
  ])
  expect(textOf('section[aria-labelledby="costs"]')[0]).toContain('1 Oct 2026')
})

test('while nobody knows the company, none is invented', async () => {
  await open()

  expect(textOf('section[aria-labelledby="holders"] b').slice(0, 3)).toEqual(
    Array.from({ length: 3 }, () => 'Not published yet'),
  )
})

test('the way of a borrower has its six steps, in their order', async () => {
  await open()

  expect(textOf('#borrow ol h3')).toEqual([
    'Verify the domain',
    'Choose loan amount, term and APY',
    'Transfer the domain once an offer is accepted',
    'Discuss with the lender and receive payment',
    'Manage the domain while it is in escrow',
    'Repay the loan and unlock transfer back to your registrar',
  ])
  expect(document.querySelector('#borrow figcaption')?.textContent).toBe(
    'Posting a listing is just a few clicks.',
  )
})

test('the way of a lender has its five steps, in their order', async () => {
  await open()

  expect(textOf('#lend ol h3')).toEqual([
    'Find and evaluate a candidate',
    'Make an offer and wait',
    'Sign the lending agreement and discuss with the borrower',
    'Send payment and collect interest',
    'On default, take ownership of the domain',
  ])
  expect(document.querySelector('#lend figcaption')?.textContent).toMatch(
    /^Browse the directory, then match the ask or make an offer/,
  )
})

test('its buttons lead to the two sections, to the registration and to the directory', async () => {
  await open()

  for (const [name, href] of [
    ['For Borrowers', '/#borrow'],
    ['For Lenders', '/#lend'],
  ] as const)
    expect(getNamed('link', name).getAttribute('href')).toBe(href)
  expect(linkIn('#borrow', 'Get a Loan')).toBe('/register')
  expect(linkIn('#lend', 'Browse Listings')).toBe('/domains')
})

const linkIn = (section: string, name: string) =>
  [...document.querySelectorAll(`${section} a`)]
    .find(({ textContent }) => textContent === name)
    ?.getAttribute('href')

test('the pinwheel turns from 0 to 360 degrees with the scroll position', async () => {
  await open()
  const file = 'screens/landing/turn.module.css'

  expect(document.querySelector('[class*="wheel"][class*="turn"] svg')).not.toBeNull()
  expect(styleOf(file, 'from')).toEqual({ rotate: '0deg' })
  expect(styleOf(file, 'to')).toEqual({ rotate: '360deg' })
  expect(styleOf(file, '.turn')).toMatchObject({ 'animation-timeline': 'scroll(root)' })
})

test('where there is no scroll timeline, the share that was scrolled is written instead', async () => {
  vi.stubGlobal('CSS', { supports: () => false })
  const { scrollHeight, clientHeight } = document.documentElement
  Object.defineProperties(document.documentElement, {
    scrollHeight: { configurable: true, value: 3000 },
    clientHeight: { configurable: true, value: 1000 },
  })
  await open()
  const scrolled = async (top: number) => {
    Object.defineProperty(window, 'scrollY', { configurable: true, value: top })
    window.dispatchEvent(new Event('scroll'))
    await new Promise((done) => {
      requestAnimationFrame(done)
    })
    return document.documentElement.style.getPropertyValue('--scrolled')
  }

  expect([await scrolled(0), await scrolled(1000), await scrolled(2000)]).toEqual(['0', '0.5', '1'])
  Object.defineProperties(document.documentElement, {
    scrollHeight: { configurable: true, value: scrollHeight },
    clientHeight: { configurable: true, value: clientHeight },
  })
})
