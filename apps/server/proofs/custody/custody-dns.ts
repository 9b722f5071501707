/** Answers of hostile DNS servers, judged case by case as in the tests. */
import { controlCases, startControlScene } from '../../test/dns/control-cases.ts'
import { isAsWanted, type Judged } from '../../test/dns/judged.ts'
import { lyingCases } from '../../test/dns/lying-cases.ts'

export async function countMisjudged(): Promise<{ cases: number; wrong: number }> {
  const scene = await startControlScene()
  let wrong = 0
  const note = (says: string, judged: Judged[]) => {
    const off = judged.filter((one) => !isAsWanted(one))
    if (off.length === 0) return
    wrong++
    console.error(says, off)
  }
  try {
    for (const { says, judge } of controlCases) note(says, await judge(scene))
    for (const { says, judge } of lyingCases) note(says, await judge())
  } finally {
    await scene.stop()
  }
  return { cases: controlCases.length + lyingCases.length, wrong }
}
