import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { idOf, showDomains } from './domain-rows.ts'
import {
  desk,
  expect,
  open,
  openGallery,
  register,
  setScheme,
  settled,
  somebody,
  test,
} from './journey.ts'
import { offerIds, showLoans } from './loan-rows.ts'
import { operatorPaths, showConsole } from './operator-wire.ts'
import { appPaths, publicPaths } from './paths.ts'
import { showLines } from './transaction-lines.ts'

const dialogPath = (path: string, domain: string) => `/${path}?domain=${idOf(domain)}`
const movePaths = [
  dialogPath('verify', 'xn--bcherhafen-9db.de'),
  dialogPath('transfer-in', 'plumbline.ai'),
  dialogPath('transfer-in', 'ferrywire.net'),
  dialogPath('transfer-out', 'oldlighthouse.org'),
  dialogPath('remove', 'plumbline.ai'),
]
const keepPaths = [
  dialogPath('edit-ns', 'oldlighthouse.org'),
  dialogPath('list', 'oldlighthouse.org'),
  dialogPath('edit-listing', 'plumbline.ai'),
  dialogPath('unlist', 'plumbline.ai'),
  dialogPath('facts', 'plumbline.ai'),
  dialogPath('renew', 'oldlighthouse.org'),
]

test('no public screen has an accessibility fault', async ({ page }) => {
  for (const path of publicPaths) {
    await open(page, path)
    await expectNoFaults(page, path)
  }
})

test('no component of the gallery has an accessibility fault', async ({ page }) => {
  await openGallery(page)
  await expectNoFaults(page, '/design')
})

test('no screen of the app has an accessibility fault', async ({ page }) => {
  test.slow() // Ten screens in one login.
  await register(page, somebody())
  for (const path of appPaths) {
    await open(page, path)
    await expectNoFaults(page, path)
  }
})

test('no screen of the console has an accessibility fault', async ({ page }) => {
  test.slow() // Seven screens and a dialog.
  await showConsole(page)
  for (const path of ['/operator/login', '/operator/join', ...operatorPaths]) {
    await open(page, path)
    await expectNoFaults(page, path)
  }
  await page.getByRole('button', { name: 'Stop all clocks' }).click()
  await page.getByLabel('Why').focus()
  await expectNoFaults(page, 'Stop all clocks')
})

test('neither loans and offers nor their dialogs have one', async ({ page }) => {
  test.slow() // Five readings of long pages.
  await register(page, somebody())
  await showLoans(page)
  await open(page, '/app')
  await expectNoFaults(page, 'the dashboard with moves')
  await open(page, '/app/lend')
  await expectNoFaults(page, 'Lend')
  await open(page, `/app/borrow?compare=${offerIds.join(',')}`)
  await expectNoFaults(page, 'Borrow with a comparison')
  for (const [name, inside] of [
    [/^Counter/, 'Message (optional)'],
    [/^Deny/, 'Reason, for them to read (optional)'],
  ] as const) {
    await page.getByRole('button', { name }).first().click()
    await page.getByLabel(inside).focus()
    await expectNoFaults(page, inside)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('neither the lines of the balance nor its dialogs have one', async ({ page }) => {
  await register(page, somebody())
  await showLines(page, 12)
  await page.route('**/api/transactions/withdrawal', (route) =>
    route.fulfill({ json: { available: 184.2, to_card: 150, blocked: null } }),
  )
  await open(page, '/app/transactions/2')
  await expectNoFaults(page, 'lines')
  for (const [name, inside] of [
    ['Export CSV', 'Period'],
    ['Withdraw', 'Network'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByLabel(inside).focus()
    await expectNoFaults(page, name)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: /^Take it back/ }).click()
  await expect(page.getByRole('button', { name: 'Leave it' })).toBeVisible()
  await expectNoFaults(page, 'Take it back')

  await open(page, '/app/add-balance?payment=done')
  await page.getByRole('button', { name: '$50' }).first().click()
  await page.getByRole('button', { name: 'Pay with Card' }).click()
  await expect(page.getByText('Invalid amount')).toBeVisible()
  await expectNoFaults(page, 'Add Balance')
})

for (const [name, paths] of [
  ['the rows of My Domains', ['', '/2', '/add', '/import', '/edit-ns']],
  ['the dialogs that move a domain', movePaths],
  ['the dialogs that keep a domain', keepPaths],
] as const) {
  test(`${name} have no accessibility fault`, async ({ page }) => {
    test.slow() // Several dialogs in one login.
    await register(page, somebody())
    await showDomains(page)
    for (const path of paths) {
      await page.goto(`/app/my-domains${path}`)
      await settled(page)
      await expectNoFaults(page, path)
    }
  })
}

// 720 px is what a window of 1440 px has at a zoom of 200 %.
for (const width of [320, 720]) {
  test(`no screen scrolls sideways at ${width} px`, desk, async ({ page }) => {
    test.slow() // All screens in one login.
    await register(page, somebody())
    await page.setViewportSize({ width, height: 640 })

    await showConsole(page)
    for (const path of [...publicPaths, ...appPaths, ...operatorPaths]) {
      await open(page, path)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, path).toBe(0)
    }
  })
}

/** All rules by day, and by night the one that colours can break. */
async function expectNoFaults(page: Page, path: string) {
  await setScheme(page, 'light')
  expect(await faultsOf(new AxeBuilder({ page })), path).toEqual([])
  await setScheme(page, 'dark')
  const contrast = new AxeBuilder({ page }).withRules(['color-contrast'])
  expect(await faultsOf(contrast), `${path}, dark`).toEqual([])
}

async function faultsOf(axe: AxeBuilder) {
  // No page of ours has frames, and to ask in the page itself takes half the time.
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}
