import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { idOf, noDomains } from '../../../testing/given/domains.ts'
import {
  chooseInRow,
  openDomains,
  openRowMenu,
  row,
  rows,
} from '../../../testing/screen/pages/domains-page.ts'
import { fileAnswer, refusal } from '../../../testing/screen/fake-server.ts'
import { listenToDownloads } from '../../../testing/screen/files/files.ts'
import {
  dialog,
  expectAt,
  expectCount,
  expectTexts,
} from '../../../testing/screen/browser/locators.ts'
import { openApp } from '../../../testing/screen/open-app.tsx'
import { testOnBoth, testOnPhone } from '../../../testing/screen/browser/sizes.ts'

const pager = () => page.getByRole('navigation', { name: 'Pages of Domains' })
const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name, exact: false })

const openEmpty = (path = '/app/my-domains') =>
  openApp(path, { answers: { 'GET /domains': noDomains } })

testOnBoth('who has no domains is told what to do, with one button', async () => {
  await openEmpty()

  await expect.element(page.getByText('No domains yet', { exact: true }).last()).toBeVisible()
  await expectCount(pager(), 0)
  await page.getByCSS('section').getByRole('link', { name: 'Add Domain' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Add Domain' })).toBeVisible()
})

testOnBoth('each domain has its eight columns and shows its status', async () => {
  const app = await openDomains()

  await expectTexts(page.getByRole('columnheader'), [
    'Domain',
    'Verified',
    'Transferred',
    'Value', // Value and Listing are not among the columns of the specification.
    'Listing',
    'Offers',
    'In Escrow',
    'Actions',
  ])
  await expectCount(rows(), 7)
  await expect
    .element(page.getByText('14 domains, $212,400.00 estimated, 3 without a value'))
    .toBeVisible()
  await expect.element(row('plumbline')).toMatchTextContent('$92.40 a year, expires 3 Feb 2028')
  await expect.element(row('plumbline')).toMatchTextContent('$74,000')
  await expect.element(row('plumbline')).toMatchTextContent('$32,000, 180 d, 14.50%ends in 18 d')
  await expect.element(row('lanternfish')).toMatchTextContent('In escrow')
  await expect.element(row('ferrywire')).toMatchTextContent('??.??')
  await expect.element(row('ferrywire')).toMatchTextContent('Pending')
  await expect
    .element(row('ferrywire'))
    .toMatchTextContent('Requested 12 Oct, .net takes about 5 days')
  await expect.element(row('bücherhafen')).toMatchTextContent('xn--bcherhafen-9db.de')
  await expect.element(row('bücherhafen')).toMatchTextContent('Not yet')

  await app.open('/app/my-domains/2')
  await expect.element(row('anchorage')).toMatchTextContent('On hold')
  await expect.element(row('anchorage')).toMatchTextContent('The authorization code was wrong')
  await expect.element(row('anchorage')).toMatchTextContent('Premium: $1,250.00 a year')
})

testOnBoth('the actions of a row are those its state leaves open', async () => {
  await openDomains()

  for (const [name, first, rest] of [
    [
      'lanternfish.com',
      'Open loan',
      ['Edit NSafter the loan', 'Custody certificate', 'Transfer Outafter the loan'],
    ],
    [
      'plumbline.ai',
      'Compare offers',
      [
        'Edit listing',
        'Renew listing30 days',
        'View as a lender',
        'Transfer In$92.40, usually adds a year',
        'Edit NSafter Transfer In',
        'Transfer Outafter Transfer In',
        'Remove Listing',
      ],
    ],
    ['oldlighthouse.org', 'Get Loan', ['Edit NS', 'Custody certificate', 'Transfer Out']],
    [
      'weathervane.co',
      'Get Loan',
      ['Edit NS', 'Custody certificate', 'Transfer Outfrom 2 Nov 2099'],
    ],
    ['ferrywire.net', 'Get Loan', ['Edit NSafter Transfer In', 'Transfer Outafter Transfer In']],
    [
      'xn--bcherhafen-9db.de',
      'Get Verified',
      [
        'Transfer In$10.44, usually adds a year',
        'Edit NSafter Transfer In',
        'Transfer Outafter Transfer In',
      ],
    ],
  ] as const) {
    await expect.element(page.getByRole('link', { name: `${first}, ${name}` })).toBeVisible()
    await openRowMenu(name)
    await expectTexts(page.getByRole('menuitem'), [...rest])
    await userEvent.keyboard('{Escape}')
    await expectCount(page.getByRole('menu'), 0)
  }
  await openRowMenu('weathervane.co')
  const shut = page.getByRole('menuitem', { name: 'Transfer Out', exact: false })
  await expect.element(shut).toHaveAttribute('aria-disabled', 'true')
  await shut.click({ force: true })
  await expectAt('/app/my-domains')
})

test('filter, search and page stand in the address, and back goes through them', async () => {
  const app = await openDomains()

  await expect.element(tab('All')).toHaveTextContent('All 14')
  await expect.element(pager()).toMatchTextContent('Page 1 of 2, 7 per page')
  await pager().getByText('Next').click()
  await expectAt('/app/my-domains/2')
  await expect.element(row('anchorage')).toBeVisible()
  await tab('In custody').click()
  await expectAt('/app/my-domains?filter=in_custody')
  await expectCount(rows(), 3)
  await expect.element(tab('In custody')).toHaveAttribute('aria-current', 'true')
  await page.getByLabelText('Search domains').fill('weather')
  await expectAt('/app/my-domains?filter=in_custody&search=weather')
  await expectCount(rows(), 1)
  await page.getByLabelText('Search domains').fill('nothing like it')
  await expect.element(page.getByText('No matching domains')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expectCount(rows(), 7)
  await expect.element(page.getByLabelText('Search domains')).toHaveValue('')

  await app.open('/app/my-domains/99')
  await page.getByRole('link', { name: 'Go to page 1' }).click()
  await expectCount(rows(), 7)
  await app.open('/app/my-domains/none')
  await expectAt('/app/my-domains')
})

test('a list that does not load says so, and loads on another try', async () => {
  const { answers } = await openDomains('/app/my-domains', {
    'GET /domains': refusal(400, 'bad_request', 'Not now'),
  })
  await expect.element(page.getByText('Your domains could not be loaded')).toBeVisible()

  answers['GET /domains'] = noDomains
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('No domains yet', { exact: true }).last()).toBeVisible()
})

test('all domains are saved as CSV', async () => {
  const csv = 'Domain,Domain (Unicode)\r\nplumbline.ai,plumbline.ai\r\n'
  await openDomains('/app/my-domains', {
    'GET /domains/export': fileAnswer(csv, 'text/csv', 'pier-domains-2026-10-14.csv'),
  })

  const saved = listenToDownloads()
  const made = vi.spyOn(URL, 'createObjectURL')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => saved).toEqual(['pier-domains-2026-10-14.csv'])
  const file = made.mock.lastCall?.[0]
  expect(file instanceof Blob && (await file.text())).toBe(csv)
})

testOnBoth(
  'a dialog opens over the page it was opened from, and closing leads back there',
  async () => {
    const app = await openDomains('/app/my-domains?filter=in_custody')
    const opener = page.getByRole('button', { name: 'Actions, moleend.dev' })
    const servers = page.getByRole('dialog', { name: 'Change Nameservers' })

    for (const close of [
      () => userEvent.keyboard('{Escape}'),
      () => servers.getByRole('button', { name: 'Cancel' }).click(),
      async () => history.back(),
    ]) {
      await chooseInRow({ label: 'Edit NS', name: 'moleend.dev' })
      await expect.element(servers.getByLabelText('Nameserver 1')).toBeVisible()
      await expectAt(`/app/my-domains/edit-ns?domain=${idOf('moleend.dev')}`)
      await expectCount(rows(), 3)
      await close()
      await expectCount(servers, 0)
      await expectAt('/app/my-domains?filter=in_custody')
      await expect.element(opener).toHaveFocus()
    }
    await chooseInRow({ label: 'Edit NS', name: 'moleend.dev' })
    await app.open()
    await expect.element(servers.getByLabelText('Nameserver 1')).toBeVisible()
    await expectCount(rows(), 3)
  },
)

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
  test(`the address ${path} asks which domain, and then opens ${title}`, async () => {
    await openDomains(`/app/my-domains/${path}?domain=${crypto.randomUUID()}`)

    const titled = page.getByRole('dialog', { name: title })
    const choice = titled.getByLabelText('Domain')
    await expect.element(choice.getByRole('option').first()).toHaveTextContent(first)
    await titled.getByRole('button', { name: 'Continue' }).click()
    await expectCount(choice, 0)
    await expect.element(titled).toBeVisible()
    await expectAt(new RegExp(`/app/my-domains/${path}\\?domain=`))
    await userEvent.keyboard('{Escape}')
    await expectCount(dialog(), 0)
    await expectAt('/app/my-domains')
  })

  test(`the address ${path} says so where there is no domain for it`, async () => {
    await openEmpty(`/app/my-domains/${path}`)

    await expect
      .element(page.getByRole('dialog', { name: title }))
      .toMatchTextContent(/None of your (domains|listings)/)
  })
}

test('what is not open for a domain says why', async () => {
  const app = await openDomains()
  for (const [path, domain, why] of [
    ['transfer-in', 'oldlighthouse.org', 'already in custody'],
    ['transfer-out', 'weathervane.co', 'can be transferred out from 2 Nov 2099'],
    ['edit-ns', 'plumbline.ai', 'only for domains in custody'],
    ['list', 'plumbline.ai', 'already listed'],
    ['list', 'xn--bcherhafen-9db.de', 'Verify this domain'],
    ['unlist', 'oldlighthouse.org', 'not listed'],
    ['edit-listing', 'oldlighthouse.org', 'not listed'],
    ['remove', 'ferrywire.net', 'transferred out instead'],
  ] as const) {
    await app.open(`/app/my-domains/${path}?domain=${idOf(domain)}`)
    await expect.element(dialog()).toMatchTextContent(why)
  }
})

testOnPhone(
  'on a phone a row has its status, two figures and one action, the rest behind More',
  async () => {
    await openDomains()
    const card = row('plumbline')
    const rest = ['Transferred', 'Offers', 'In Escrow']
    const isShown = (header: string) => card.getByCSS(`[data-label="${header}"]`)

    await expect.element(card.getByText('Verified', { exact: true })).toBeVisible()
    await expect.element(isShown('Value')).toBeVisible()
    await expect.element(isShown('Listing')).toBeVisible()
    await expect
      .element(card.getByRole('link', { name: 'Compare offers', exact: false }))
      .toBeVisible()
    for (const header of rest) await expect.element(isShown(header)).not.toBeVisible()
    await expectCount(card.getByRole('button'), 1)
    await card.getByRole('button', { name: 'More', exact: false }).click()
    for (const header of rest) await expect.element(isShown(header)).toBeVisible()
    await chooseInRow({ label: 'Renew listing', name: 'plumbline.ai' })
    await expect.element(page.getByRole('dialog', { name: 'Renew listing' })).toBeVisible()
  },
)
