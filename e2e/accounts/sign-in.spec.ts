import {
  desk,
  expect,
  fillLogin,
  logOut,
  open,
  register,
  settled,
  signUp,
  somebody,
  test,
} from '../steps/journey.ts'

test('without tokens /app leads to the login', desk, async ({ page }) => {
  await page.goto('/app/settings')

  await expect(page).toHaveURL('/login')
})

test('a login leads to the page that asked for it, with its query', desk, async ({ page }) => {
  const person = somebody()
  await signUp(page, person)
  await logOut(page)
  await open(page, '/app/settings?export=none')
  await expect(page).toHaveURL('/login')
  await fillLogin(page, person)
  await expect(page).toHaveURL('/app/settings?export=none')
  await expect(page.getByText('Your copy is ready')).toBeVisible()

  await logOut(page)
  await fillLogin(page, person)
  await expect(page, 'who logged out starts at the dashboard').toHaveURL('/app')
})

test('a session that ended by itself leads back to its page too', desk, async ({ page }) => {
  const person = somebody()
  await register(page, person)
  await page.evaluate(() => {
    localStorage.setItem('refreshToken', 'rt1.00000000-0000-4000-8000-000000000000.x')
    localStorage.setItem('token', `x.${btoa(JSON.stringify({ exp: 1 }))}.x`)
  })
  await page.goto('/app/transactions?page=2')
  await expect(page).toHaveURL('/login')
  await settled(page)
  await fillLogin(page, person)

  await expect(page).toHaveURL('/app/transactions?page=2')
})

test(
  'both tokens live in local storage, and without them the page leads to the login',
  desk,
  async ({ page }) => {
    await signUp(page, somebody())
    const kept = () =>
      page.evaluate(() =>
        ['token', 'refreshToken'].map((key) => Boolean(localStorage.getItem(key))),
      )
    expect(await kept()).toEqual([true, true])

    await settled(page) // A pending refresh would restore them.
    await page.evaluate(() => {
      localStorage.removeItem('token')
      localStorage.removeItem('refreshToken')
      location.reload()
    })

    await expect(page).toHaveURL('/login')
  },
)

test('logging out removes both tokens', async ({ page }) => {
  const person = somebody()
  await register(page, person)
  await open(page, '/login')
  await fillLogin(page, person)
  await expect(page).toHaveURL('/app')

  await logOut(page)

  const kept = await page.evaluate(() => Object.keys(localStorage))
  expect(kept).not.toContain('token')
  expect(kept).not.toContain('refreshToken')
})

test(
  'an access token that expired is refreshed before the next call, once for two tabs',
  desk,
  async ({ page, context }) => {
    await register(page, somebody())
    await open(page, '/app')
    const second = await context.newPage()
    await open(second, '/app')
    const refreshes: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/users/refresh')) refreshes.push(request.url())
    })
    await page.evaluate(() => {
      const token = localStorage.getItem('token') ?? ''
      const [header, payload = '', signature] = token.split('.')
      const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
        exp: number
      }
      const expired = btoa(JSON.stringify({ ...claims, exp: claims.exp - 3600 }))
      localStorage.setItem('token', `${header}.${expired}.${signature}`)
    })

    await Promise.all([page.reload(), second.reload()])

    await expect(page.getByRole('heading', { level: 1 })).toContainText('Mara')
    await expect(second.getByRole('heading', { level: 1 })).toContainText('Mara')
    expect(refreshes).toHaveLength(1)
  },
)

test(
  "a public address that does not exist answers 404 and reads It's over",
  desk,
  async ({ page }) => {
    const reply = await page.goto('/no/such/place')

    expect(reply?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("It's over")
  },
)
