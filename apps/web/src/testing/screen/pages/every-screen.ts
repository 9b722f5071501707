import { newcomerAnswers } from '../../given/newcomer.ts'
import { expectNoFaultsDayAndNight } from '../browser/accessibility.ts'
import type { Answers } from '../fake-server.ts'
import { openApp } from '../open-app.tsx'

/** Any screen of the app, in the colours of the device. */
export const openAny = (path: string, answers: Answers = {}) =>
  openApp(path, { answers: { ...newcomerAnswers(), ...answers }, scheme: 'own' })

export async function expectAllFaultless(paths: readonly string[], answers: Answers = {}) {
  const { open } = await openAny('/app', answers)
  for (const path of paths) {
    await open(path)
    await expectNoFaultsDayAndNight(path)
  }
}
