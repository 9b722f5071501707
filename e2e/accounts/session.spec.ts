import { desk, expect, register, somebody, test } from '../steps/journey.ts'

test('a 401 from any call removes the tokens and leads to the login', desk, async ({ page }) => {
  await register(page, somebody())
  await page.route('**/api/users/sessions', (route) =>
    route.fulfill({ status: 401, json: { code: 'login_required', message: 'Please log in' } }),
  )

  await page.goto('/app/settings')

  await expect(page).toHaveURL('/login')
  const tokens = await page.evaluate(() => [
    localStorage.getItem('token'),
    localStorage.getItem('refreshToken'),
  ])
  expect(tokens).toEqual([null, null])
})

test('a refresh that yields no token leads to the login', desk, async ({ page }) => {
  await register(page, somebody())
  await page.evaluate(() => {
    localStorage.setItem('refreshToken', 'rt1.00000000-0000-4000-8000-000000000000.x')
    localStorage.setItem('token', `x.${btoa(JSON.stringify({ exp: 1 }))}.x`)
  })

  await page.goto('/app')

  await expect(page).toHaveURL('/login')
})

test(
  'a request that no page takes answers 405 with Unexpected Application Error',
  desk,
  async ({ page }) => {
    const reply = await page.request.post('/login', { form: { email: 'mara@lind.example' } })

    expect(reply.status()).toBe(405)
    const html = await reply.text()
    expect(html).toContain('Unexpected Application Error')
    expect(html).toContain(`<code>${reply.headers()['x-request-id']}</code>`)
  },
)

test.describe('when a screen crashes', () => {
  test.use({ mayComplain: true })

  test('it says that an unexpected error has occurred, and keeps the shell', async ({ page }) => {
    await register(page, somebody())
    await page.route('**/api/users/sessions', (route) => route.fulfill({ json: { sessions: 5 } }))

    const reply = await page.goto('/app/settings')

    await expect(page.getByText('An unexpected error has occurred..')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Alerts' })).toBeVisible()
    expect(reply?.headers()['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    await expect(page.getByText(`Reference ${reply?.headers()['x-request-id']}`)).toBeVisible()
  })
})
