import type { Locator, Page } from 'playwright'
import { type Person, settled } from './visitor.ts'

/** Where a picture of the help is taken: who looks at which place, and at which part of it. */
export type Picture = {
  person: Person
  /** A path, or the domain of one of this person's loans. */
  at: string
  element: (page: Page) => Locator
  /** What to do before, such as opening a dialog. */
  first?: (page: Page) => Promise<void>
  /** Of the window. Below 900 a part stands alone, which suits what is wide otherwise. */
  width?: number
  /** What it shows depends on how far the worker has come, so it is not compared. */
  isUnsteady?: boolean
}

const region = (name: string | RegExp) => (page: Page) => page.getByRole('region', { name }).first()
const dialog = (page: Page) => page.getByRole('dialog')
const moveBar = (page: Page) => page.locator('section:has(dt:text-is("Your move"))').first()
const narrow = 760

const inDomain = (name: string) => `/app/my-domains?search=${name}`
const press = (label: string) => async (page: Page) => {
  await page.getByRole('link', { name: label }).or(button(page, label)).first().click()
  await dialog(page).waitFor()
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const choose = (label: string, name: string) => async (page: Page) => {
  await page.getByRole('button', { name: `Actions, ${name}` }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${label}`) }).click()
  await dialog(page).waitFor()
}
const listingOf = (name: string) => async (page: Page) => {
  await page.getByRole('article').filter({ hasText: name }).getByRole('link').last().click()
  await page.getByRole('region', { name: 'Domain passport' }).waitFor()
}
/** What the registry says is asked for again while an old passport is read. */
async function untilFresh(page: Page) {
  for (let tries = 0; tries < 20; tries++) {
    if ((await page.getByText('We are refreshing it').count()) === 0) return
    await page.waitForTimeout(1000)
    await page.reload()
    await settled(page)
  }
}
const compare = async (page: Page) => {
  const rows = page.getByRole('row').filter({ hasText: 'plumbline' })
  for (const row of await rows.all()) await row.getByRole('checkbox').check()
  await page.getByRole('region', { name: /^Compare/ }).waitFor()
}

export const pictures: Record<string, Picture> = {
  // The loan page
  'your-move': { person: 'mara', at: 'lanternfish.com', element: moveBar, width: narrow },
  'confirm-receipt': { person: 'mara', at: 'signalfire.co', element: moveBar, width: narrow },
  notice: { person: 'ada', at: 'capstanworks.org', element: moveBar, width: narrow },
  repayment: { person: 'mara', at: 'lanternfish.com', element: region('Repayment') },
  'late-repayment': { person: 'wen', at: 'spritsailing.co', element: region('Repayment') },
  'pay-details': { person: 'signe', at: 'lowtideledger.com', element: region(/^Pay by/) },
  'later-date': { person: 'ada', at: 'capstanworks.org', element: region(/^Extension$/) },
  terms: { person: 'mara', at: 'lanternfish.com', element: region('Terms') },
  'loan-buttons': { person: 'mara', at: 'lanternfish.com', element: region('Actions') },
  'name-now': { person: 'mara', at: 'lanternfish.com', element: region(/^Domain$/) },
  nameservers: { person: 'mara', at: 'lanternfish.com', element: region('Nameservers') },
  documents: {
    person: 'mara',
    at: 'lanternfish.com',
    element: region('Documents'),
    isUnsteady: true,
  },
  case: { person: 'signe', at: 'reefknotted.com', element: region(/^Case/) },
  settlement: { person: 'signe', at: 'reefknotted.com', element: region(/^Settlement$/) },
  receipt: { person: 'mara', at: 'harborlight.shop', element: region('Receipt') },
  'what-is-next': { person: 'mara', at: 'harborlight.shop', element: region('Next steps') },

  // Domains
  verify: {
    person: 'mara',
    at: inDomain('mooringline.net'),
    first: async (page) => {
      await press('Get Verified')(page)
      await button(page, 'Check now').click()
      await dialog(page).getByText('No record found yet').waitFor()
    },
    element: dialog,
    isUnsteady: true,
  },
  'transfer-in': {
    person: 'mara',
    at: inDomain('kelpforest.app'),
    first: choose('Transfer In', 'kelpforest.app'),
    element: dialog,
  },
  'transfer-out': {
    person: 'mara',
    at: inDomain('northquay.com'),
    first: choose('Transfer Out', 'northquay.com'),
    element: dialog,
  },
  'create-listing': {
    person: 'mara',
    at: inDomain('weathervane.co'),
    first: press('Get Loan'),
    element: dialog,
  },

  // The market
  'compare-offers': {
    person: 'mara',
    at: '/app/borrow',
    first: compare,
    element: region(/^Compare/),
    width: 1000,
    isUnsteady: true,
  },
  'listing-card': {
    person: 'visitor',
    at: '/domains',
    element: (page) => page.getByRole('article').filter({ hasText: 'brightkeel' }),
  },
  passport: {
    person: 'visitor',
    at: '/domains',
    first: async (page) => {
      await listingOf('brightkeel')(page)
      await untilFresh(page)
    },
    element: region('Domain passport'),
  },
  'make-offer': {
    person: 'wen',
    at: '/app/listings',
    first: listingOf('quietanchorage'),
    element: region('Make Offer'),
  },
  alert: { person: 'wen', at: '/app/alerts', first: press('New alert'), element: dialog },

  // Money and the account
  'add-balance': {
    person: 'mara',
    at: '/app/add-balance',
    element: (page) => page.getByRole('main').locator(':has(> form)').last(),
  },
  withdraw: { person: 'wen', at: '/app/transactions', first: press('Withdraw'), element: dialog },
  'two-step': {
    person: 'mara',
    at: '/app/settings',
    element: region('Two-step login'),
    width: narrow,
  },
  sessions: { person: 'mara', at: '/app/settings', element: region('Sessions'), width: narrow },
  'payment-details': {
    person: 'mara',
    at: '/app/settings',
    element: region('Payment details'),
    width: narrow,
  },
  'your-data': { person: 'mara', at: '/app/settings', element: region('Your data'), width: narrow },
  'lending-contract': {
    person: 'mara',
    at: '/app/settings',
    element: region('Lending contract'),
    width: narrow,
  },
  notifications: {
    person: 'mara',
    at: '/app/settings',
    element: region('Notifications'),
    width: narrow,
  },
  report: { person: 'visitor', at: '/report', element: (page) => page.getByRole('complementary') },
}

/** Opens the place of a picture and returns its element, once all of it is there. */
export async function findElement(page: Page, path: string, picture: Picture): Promise<Locator> {
  await page.setViewportSize({ width: picture.width ?? 1440, height: 1200 })
  await page.goto(path)
  await settled(page)
  await picture.first?.(page)
  const element = picture.element(page)
  await element.waitFor()
  await settled(page)
  return element
}
