import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { idOf, showDomains } from './domain-rows.ts'
import { chooseInRow, openRowMenu } from './domains.ts'
import { desk, expect, holdNews, open, register, settled, somebody, test } from './journey.ts'

const rows = (page: Page) => page.locator('tbody tr')
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages of Domains' })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Which domains' }).getByRole('link', { name })

async function openDomains(page: Page, path = '/app/my-domains') {
  await register(page, somebody())
  const sent = await showDomains(page)
  await open(page, path)
  return sent
}

test('who has no domains is told what to do, with one button', async ({ page }) => {
  await register(page, somebody())
  await open(page, '/app/my-domains')

  await expect(page.getByText('No domains yet', { exact: true }).last()).toBeVisible()
  await expect(pager(page)).toHaveCount(0)
  await page.locator('section').getByRole('link', { name: 'Add Domain' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Domain' })).toBeVisible()
})

test('each domain has its six columns, and says how it stands', async ({ page }) => {
  await openDomains(page)

  await expect(page.getByRole('columnheader')).toHaveText([
    'Domain',
    'Verified',
    'Transferred',
    'Value', // These two are ours.
    'Listing',
    'Offers',
    'In Escrow',
    'Actions',
  ])
  await expect(rows(page)).toHaveCount(7)
  await expect(page.getByText('14 domains, $212,400.00 estimated, 3 without a value')).toBeVisible()
  await expect(row(page, 'plumbline')).toContainText('$92.40 a year, to 3 Feb 2028')
  await expect(row(page, 'plumbline')).toContainText('$74,000')
  await expect(row(page, 'plumbline')).toContainText('$32,000, 180 d, 14.50%ends in 18 d')
  await expect(row(page, 'lanternfish')).toContainText('In escrow')
  await expect(row(page, 'ferrywire')).toContainText('??.??')
  await expect(row(page, 'ferrywire')).toContainText('Pending')
  await expect(row(page, 'ferrywire')).toContainText('Asked 12 Oct, .net takes about 5 days')
  await expect(row(page, 'bücherhafen')).toContainText('xn--bcherhafen-9db.de')
  await expect(row(page, 'bücherhafen')).toContainText('Not yet')

  await open(page, '/app/my-domains/2')
  await expect(row(page, 'anchorage')).toContainText('On hold')
  await expect(row(page, 'anchorage')).toContainText('The authorization code was wrong')
  await expect(row(page, 'anchorage')).toContainText('Premium: $1,250.00 a year')
})

test('the actions of a row are those its state leaves open', async ({ page }) => {
  await openDomains(page)

  for (const [name, first, rest] of [
    ['lanternfish.com', 'Open loan', ['Edit NSafter the loan', 'Transfer Outafter the loan']],
    [
      'plumbline.ai',
      'Compare offers',
      [
        'Edit listing',
        'Renew listing30 days',
        'View as a lender',
        'Transfer In$92.40, adds a year',
        'Edit NSafter Transfer In',
        'Transfer Outafter Transfer In',
        'Remove Listing',
      ],
    ],
    ['oldlighthouse.org', 'Get Loan', ['Edit NS', 'Transfer Out']],
    ['weathervane.co', 'Get Loan', ['Edit NS', 'Transfer Outfrom 2 Nov 2099']],
    ['ferrywire.net', 'Get Loan', ['Edit NSafter Transfer In', 'Transfer Outafter Transfer In']],
    [
      'xn--bcherhafen-9db.de',
      'Get Verified',
      [
        'Transfer In$10.44, adds a year',
        'Edit NSafter Transfer In',
        'Transfer Outafter Transfer In',
      ],
    ],
  ] as const) {
    await expect(page.getByRole('link', { name: `${first}, ${name}` })).toBeVisible()
    await openRowMenu(page, name)
    await expect(page.getByRole('menuitem')).toHaveText([...rest])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  }
  await openRowMenu(page, 'weathervane.co')
  const shut = page.getByRole('menuitem', { name: 'Transfer Out' })
  await expect(shut).toHaveAttribute('aria-disabled', 'true')
  await shut.click({ force: true })
  await expect(page).toHaveURL('/app/my-domains')
})

test(
  'filter, search and page stand in the address, and back goes through them',
  desk,
  async ({ page }) => {
    await openDomains(page)

    await expect(tab(page, 'All')).toHaveText('All 14')
    await expect(pager(page)).toContainText('Page 1 of 2, 7 per page')
    await pager(page).getByText('Next').click()
    await expect(page).toHaveURL('/app/my-domains/2')
    await expect(row(page, 'anchorage')).toBeVisible()
    await tab(page, 'In custody').click()
    await expect(page).toHaveURL('/app/my-domains?filter=in_custody')
    await expect(rows(page)).toHaveCount(3)
    await expect(tab(page, 'In custody')).toHaveAttribute('aria-current', 'true')
    await page.getByLabel('Find a domain').fill('weather')
    await expect(page).toHaveURL('/app/my-domains?filter=in_custody&search=weather')
    await expect(rows(page)).toHaveCount(1)
    await page.getByLabel('Find a domain').fill('nothing like it')
    await expect(page.getByText('No domain of yours matches')).toBeVisible()
    await page.getByRole('link', { name: 'Show all' }).click()
    await expect(rows(page)).toHaveCount(7)
    await expect(page.getByLabel('Find a domain')).toHaveValue('')

    await open(page, '/app/my-domains/99')
    await page.getByRole('link', { name: 'To the first page' }).click()
    await expect(rows(page)).toHaveCount(7)
    await open(page, '/app/my-domains/none')
    await expect(page).toHaveURL('/app/my-domains')
  },
)

test('a list that does not load says so, and loads on another try', desk, async ({ page }) => {
  await register(page, somebody())
  await holdNews(page)
  await page.route('**/api/domains?*', (route) =>
    route.fulfill({ status: 400, json: { code: 'bad_request', message: 'Not now' } }),
  )
  await page.goto('/app/my-domains')
  await expect(page.getByText('Your domains did not load')).toBeVisible()

  await page.unroute('**/api/domains?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No domains yet', { exact: true }).last()).toBeVisible()
})

test('all domains are saved as CSV', desk, async ({ page }) => {
  await register(page, somebody())
  await open(page, '/app/my-domains')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/\.csv$/)
  expect((await readFile(await saved.path())).toString()).toMatch(/^[\uFEFF]?Domain/i)
})

test('a dialog opens over the page it was opened from, and closing leads back there', async ({
  page,
}) => {
  await openDomains(page, '/app/my-domains?filter=in_custody')
  const opener = page.getByRole('button', { name: 'Actions, moleend.dev' })
  const dialog = page.getByRole('dialog', { name: 'Change Nameservers' })

  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => page.goBack(),
  ]) {
    await chooseInRow(page, { label: 'Edit NS', name: 'moleend.dev' })
    await expect(dialog.getByLabel('Nameserver 1')).toBeVisible()
    await expect(page).toHaveURL(`/app/my-domains/edit-ns?domain=${idOf('moleend.dev')}`)
    await expect(rows(page)).toHaveCount(3)
    await close()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/app/my-domains?filter=in_custody')
    await expect(opener).toBeFocused()
  }
  await chooseInRow(page, { label: 'Edit NS', name: 'moleend.dev' })
  await page.reload()
  await settled(page)
  await expect(dialog.getByLabel('Nameserver 1')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
})

for (const [path, title, first] of [
  ['transfer-in', 'Transfer In', 'plumbline.ai'],
  ['transfer-out', 'Transfer Out', 'oldlighthouse.org'],
  ['edit-ns', 'Change Nameservers', 'oldlighthouse.org'],
  ['verify', 'Verify Domain', 'bücherhafen.de (xn--bcherhafen-9db.de)'],
  ['list', 'Create Listing', 'oldlighthouse.org'],
  ['unlist', 'Remove Listing', 'plumbline.ai'],
  ['edit-listing', 'Edit listing', 'plumbline.ai'],
  ['renew-listing', 'Renew listing', 'plumbline.ai'],
] as const) {
  test(`the address ${path} asks which domain, and then opens ${title}`, desk, async ({ page }) => {
    await openDomains(page, `/app/my-domains/${path}?domain=${crypto.randomUUID()}`)

    const dialog = page.getByRole('dialog', { name: title })
    const choice = dialog.getByLabel('Which domain')
    await expect(choice.getByRole('option').first()).toHaveText(first)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(choice).toBeHidden()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/app/my-domains/${path}\\?domain=`))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL('/app/my-domains')
  })

  test(`the address ${path} says so where there is no domain for it`, desk, async ({ page }) => {
    await register(page, somebody())
    await open(page, `/app/my-domains/${path}`)

    await expect(page.getByRole('dialog', { name: title })).toContainText('None of your domains')
  })
}

test('what is not open for a domain says why', desk, async ({ page }) => {
  await openDomains(page)
  for (const [path, domain, why] of [
    ['transfer-in', 'oldlighthouse.org', 'in custody here already'],
    ['transfer-out', 'weathervane.co', 'can leave from 2 Nov 2099'],
    ['edit-ns', 'plumbline.ai', 'in custody only'],
    ['list', 'plumbline.ai', 'listed already'],
    ['list', 'xn--bcherhafen-9db.de', 'Verify this domain'],
    ['unlist', 'oldlighthouse.org', 'not listed'],
    ['edit-listing', 'oldlighthouse.org', 'not listed'],
    ['remove', 'ferrywire.net', 'transferred out instead'],
  ] as const) {
    await open(page, `/app/my-domains/${path}?domain=${idOf(domain)}`)
    await expect(page.getByRole('dialog')).toContainText(why)
  }
})

test('on a phone a row has its status, two figures and one action, the rest behind More', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDomains(page)
  const card = row(page, 'plumbline')
  const rest = ['Transferred', 'Offers', 'In Escrow']
  const isShown = (header: string) => card.locator(`[data-label="${header}"]`)

  await expect(card.getByText('Verified', { exact: true })).toBeVisible()
  await expect(isShown('Value')).toBeVisible()
  await expect(isShown('Listing')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Compare offers' })).toBeVisible()
  for (const header of rest) await expect(isShown(header)).toBeHidden()
  await expect(card.getByRole('button')).toHaveCount(1)
  await card.getByRole('button', { name: 'More' }).click()
  for (const header of rest) await expect(isShown(header)).toBeVisible()
  await chooseInRow(page, { label: 'Renew listing', name: 'plumbline.ai' })
  await expect(page.getByRole('dialog', { name: 'Renew listing' })).toBeVisible()
})
