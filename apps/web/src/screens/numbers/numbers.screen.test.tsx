import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../ui/theme/mantine.css'
import '../../ui/theme/fonts.css'
import '../../ui/theme/base.css'
import { PageProvider } from '../../shell/page/page-context.tsx'
import { books, fewNumbers, manyNumbers, noNumbers } from '../../testing/given/numbers.ts'
import {
  expectNoFaultsDayAndNight,
  expectWithin,
} from '../../testing/screen/browser/accessibility.ts'
import { slowMs, testOnBoth } from '../../testing/screen/browser/sizes.ts'
import { cssVariablesResolver, theme } from '../../ui/theme/theme.ts'
import type { Route } from './+types/numbers-screen'
import NumbersScreen from './numbers-screen.tsx'

type Loaded = Route.ComponentProps['loaderData']

async function open(numbers: Loaded['numbers'], money: Loaded['money'] = books) {
  // The screen reads nothing else of what the router gives it.
  const props = { loaderData: { numbers, money } } as Route.ComponentProps
  const element = (
    <main>
      <NumbersScreen {...props} />
    </main>
  )
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => root.unmount())
  document.documentElement.lang = 'en'
  document.title = 'Numbers'
  root.render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <PageProvider>
        <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
      </PageProvider>
    </MantineProvider>,
  )
  await expect.element(page.getByRole('heading', { level: 1, name: 'Numbers' })).toBeVisible()
}

const chart = (name: string) => page.getByRole('img', { name })

testOnBoth(
  'each chart says in words what it shows, and has a table beside it',
  async () => {
    await open(manyNumbers)

    const quarters = chart('Loans by quarter')
    await expect
      .element(quarters)
      .toHaveAccessibleName(/Q2 2026: 36 repaid, 8 running, 1 to 4 seized\. Q3 2026: 7 repaid/)
    await expect.element(chart('Median APR')).toHaveAccessibleName(/Q1 2025: 21\.00%/)
    await expect.element(chart('We owe users')).toHaveAccessibleName(/\$61,240\.55 balances/)
    await page.getByText('Show as table').first().click()
    const row = page.getByRole('row', { name: 'Q2 2026 left out 36 8 0 1 to 4' })
    await expect.element(row).toBeVisible()
    await expect.element(page.getByRole('row', { name: '8 to 30 days 1 to 4' })).toBeVisible()
    expectWithin('with a table')
    await expectNoFaultsDayAndNight('many loans')
  },
  slowMs,
)

testOnBoth(
  'with few loans a total that would give one away is a range, and medians wait',
  async () => {
    await open(fewNumbers)

    await expect.element(page.getByText('7 to 10', { exact: true })).toBeVisible()
    await expect.element(page.getByText('too few to say', { exact: true })).toBeVisible()
    await expect.element(page.getByText('No quarter has enough loans yet.')).toBeVisible()
    expectWithin('few loans')
    await expectNoFaultsDayAndNight('few loans')
  },
  slowMs,
)

test('before the first loan the page says so, and still says what is owed and held', async () => {
  await open(noNumbers)

  await expect.element(page.getByText('No loan has been paid out yet')).toBeVisible()
  await expect.element(chart('Held for us')).toBeVisible()
  await expectNoFaultsDayAndNight('no loan')
})

test('where the counts could not be read, the money is still there, and the other way round', async () => {
  await open(null)

  await expect.element(chart('Held for us')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /again/i })).toBeVisible()
})

test('nothing scrolls sideways at 320 px', async () => {
  const [width, height] = [innerWidth, innerHeight]
  await page.viewport(320, 640)
  onTestFinished(() => page.viewport(width, height))

  await open(manyNumbers)
  for (const table of page.getByText('Show as table').all()) await table.click()

  expectWithin('all tables open')
})
