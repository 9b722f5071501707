import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPage } from '../testing/screen/open-page.tsx'
import { AmountField } from './amount-field.tsx'

const field = () => page.getByLabelText('Amount in USD')

async function openField(defaultValue: string) {
  const sent: string[] = []
  await openPage(
    <>
      <h1>A form</h1>
      <button type="button">Before</button>
      <AmountField
        name="amount"
        defaultValue={defaultValue}
        onType={(typed) => void sent.push(typed)}
      />
      <button type="button">After</button>
    </>,
    '/',
  )
  await expect.element(field()).toBeVisible()
  return sent
}

test('an amount is grouped until it is typed in, and again afterwards', async () => {
  const sent = await openField('30000')
  await expect.element(field()).toHaveValue('30,000')

  await field().click()
  await expect.element(field()).toHaveValue('30000')
  await userEvent.keyboard('{End}{Backspace}{Backspace}50')
  await expect.element(field()).toHaveValue('30050')

  await page.getByRole('button', { name: 'After' }).click()
  await expect.element(field()).toHaveValue('30,050')
  expect(sent.at(-1)).toBe('30050')
})

test('who comes by the keyboard types over the amount, not behind it', async () => {
  const sent = await openField('30000')

  await page.getByRole('button', { name: 'Before' }).click()
  await userEvent.keyboard('{Tab}32000.5{Tab}')

  await expect.element(field()).toHaveValue('32,000.50')
  expect(sent.at(-1)).toBe('32000.5')
})

test('an amount that was filled in at once replaces the one before', async () => {
  const sent = await openField('30000')

  await field().fill('32,000')

  await expect.element(field()).toHaveValue('32,000')
  expect(sent).toEqual(['32,000'])
})

test('what is no amount stays as it was typed', async () => {
  await openField('14.500,00')

  await field().click()
  await page.getByRole('button', { name: 'After' }).click()

  await expect.element(field()).toHaveValue('14.500,00')
})
