import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { added } from '../../../../testing/given/domains.ts'
import { openDialog } from '../../../../testing/screen/pages/domains-page.ts'
import { dialog } from '../../../../testing/screen/browser/locators.ts'
import { testOnBoth } from '../../../../testing/screen/browser/sizes.ts'

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
