import { expect, open, test } from '../steps/journey.ts'

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page can be read', async ({ page }) => {
    await page.goto('/')

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Pier to Pier Lending for Domainers',
    )
    for (const id of ['borrow', 'lend']) await expect(page.locator(`#${id}`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Get a Loan' }).first()).toBeVisible()
  })
})

test('the headline stands with three bullets', async ({ page }) => {
  await open(page, '/')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Pier to Pier Lending for Domainers',
  )
  for (const words of [/without selling/i, /full DNS control/i, /earn yield/i]) {
    await expect(page.getByRole('listitem').filter({ hasText: words }).first()).toBeVisible()
  }
})

test('For Borrowers and For Lenders scroll to their sections and stay in the address', async ({
  page,
}) => {
  await open(page, '/')
  for (const [name, id] of [
    ['For Borrowers', 'borrow'],
    ['For Lenders', 'lend'],
  ] as const) {
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('link', { name }).first().click()
    await expect(page).toHaveURL(`/#${id}`)
    await expect(page.locator(`#${id}`)).toBeInViewport()
  }
})

test('opened with the hash, the page goes to the section', async ({ page }) => {
  await page.goto('/#lend')

  await expect(page.locator('#lend')).toBeInViewport()
})

test('Get a Loan leads to the registration, Browse Listings to the directory', async ({ page }) => {
  await open(page, '/')

  const borrow = page.locator('#borrow').getByRole('link', { name: 'Get a Loan' })
  const lend = page.locator('#lend').getByRole('link', { name: 'Browse Listings' })
  await expect(borrow).toHaveAttribute('href', '/register')
  await expect(lend).toHaveAttribute('href', '/domains')
})

test('both illustrations have their captions', async ({ page }) => {
  await open(page, '/')

  await expect(page.locator('#borrow')).toContainText(/posting a listing is just a few clicks/i)
  await expect(page.locator('#lend')).toContainText(/browse the directory/i)
  await expect(page.locator('#lend')).toContainText(/match the ask or make an offer/i)
})

test('the pinwheel turns once from the top of the page to its end', async ({ page }) => {
  await open(page, '/')
  const turnAt = async (share: number) => {
    await page.evaluate((part) => {
      const { scrollHeight } = document.documentElement
      window.scrollTo({ top: part * (scrollHeight - innerHeight), behavior: 'instant' })
    }, share)
    await page.waitForTimeout(200)
    return page.evaluate(() =>
      document
        .getAnimations()
        .map((animation) => animation.effect?.getComputedTiming().progress)
        .find((progress) => typeof progress === 'number'),
    )
  }

  expect(await turnAt(0)).toBeCloseTo(0, 1)
  expect(await turnAt(0.5)).toBeCloseTo(0.5, 1)
  expect(await turnAt(1)).toBeCloseTo(1, 1)
})

test('navigation and footer have their entries, and each leads to a page', async ({ page }) => {
  await open(page, '/')
  const paths = await page
    .getByRole('banner')
    .getByRole('link', { includeHidden: true })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const wanted = ['/', '/domains', '/numbers', '/help', '/login', '/register', '/contact']
  expect([...new Set(paths)]).toEqual(wanted)

  for (const [name, to] of [
    ['Contact Us', '/contact'],
    ['FAQ', '/help'],
    ['TOS', '/terms'],
    ['Law Enforcement', '/law-enforcement'],
    ['PGP', '/pgp'],
    ['Manifesto', '/manifesto'],
    ['Source Code', '/source'],
    ['Registrar', '/registrar'],
  ] as const) {
    const link = page.getByRole('contentinfo').getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', to)
    expect((await page.request.get(to)).status(), to).toBe(200)
  }
})

test('a route change scrolls to the top', async ({ page }) => {
  await open(page, '/')
  await page.evaluate(() => window.scrollTo(0, 1200))
  await page.locator('#borrow').getByRole('link', { name: 'Get a Loan' }).click()
  await expect(page).toHaveURL('/register')

  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing turns', async ({ page }) => {
    await open(page, '/')
    await page.mouse.wheel(0, 900)

    const running = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    )
    expect(running).toBe(0)
  })
})
