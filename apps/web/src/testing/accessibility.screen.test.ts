import { onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { appPaths } from './given/newcomer.ts'
import { operatorAnswers, operatorPaths } from './given/operator/operator-desk.ts'
import { expectNoFaultsDayAndNight, expectWithin } from './screen/browser/accessibility.ts'
import { expectAllFaultless, openAny } from './screen/pages/every-screen.ts'
import { dialog, focusOn } from './screen/browser/locators.ts'
import { slowMs, testOnBoth } from './screen/browser/sizes.ts'

testOnBoth(
  'no screen of the app has an accessibility fault',
  () => expectAllFaultless(appPaths),
  slowMs,
)

testOnBoth(
  'no screen of the console has an accessibility fault',
  async () => {
    await expectAllFaultless(
      ['/operator/login', '/operator/join', ...operatorPaths],
      operatorAnswers,
    )
    await page.getByRole('button', { name: 'Stop all clocks' }).click()
    await focusOn(dialog().getByLabelText('Reason'))
    await expectNoFaultsDayAndNight('Stop all clocks')
  },
  slowMs,
)

// 720 px is what a window of 1440 px has at a zoom of 200 %.
for (const width of [320, 720]) {
  test(`no screen scrolls sideways at ${width} px`, { timeout: slowMs }, async () => {
    const [before, height] = [innerWidth, innerHeight]
    await page.viewport(width, 640)
    onTestFinished(() => page.viewport(before, height))
    const { open } = await openAny('/app', operatorAnswers)
    for (const path of [...appPaths, ...operatorPaths]) {
      await open(path)
      expectWithin(path)
    }
  })
}
