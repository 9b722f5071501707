import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { added } from '../../../../testing/given/domains.ts'
import { openDialog } from '../../../../testing/screen/pages/domains-page.ts'
import { dialog } from '../../../../testing/screen/browser/locators.ts'
import { testOnBoth } from '../../../../testing/screen/browser/sizes.ts'

testOnBoth('the name of a quote stands in the dialog that it leads to', async () => {
  const { sent } = await openDialog({
    path: 'add?name=saltlantern.com',
    answers: { 'POST /domains/add': added },
  })

  await expect
    .element(dialog().getByLabelText('Domain', { exact: true }))
    .toHaveValue('saltlantern.com')
  await page.getByRole('button', { name: 'Add Domain' }).last().click()

  await expect
    .poll(() => sent.find(({ call }) => call === 'POST /domains/add'))
    .toMatchObject({ body: { domain: 'saltlantern.com' } })
})

testOnBoth(
  'a pasted address says as which name it is read, before it is sent and after',
  async () => {
    const pasted = 'https://www.Bücherhafen.de/laden?x=1'
    const answers = { 'POST /domains/add': { ...added, cleaned_from: pasted } }
    await openDialog({ path: 'add', answers })

    await dialog().getByLabelText('Domain', { exact: true }).fill(pasted)
    await expect.element(dialog()).toMatchTextContent('Read as bücherhafen.de')
    await userEvent.keyboard('{Enter}')
    const verify = page.getByRole('dialog', { name: 'Verify Domain' })
    await expect.element(verify).toMatchTextContent(`Read from ${pasted}`)
  },
)
