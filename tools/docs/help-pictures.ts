import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Locator } from 'playwright'
import { headlessShell } from '../journeys/chromium.ts'
import { type ExampleWorld, startExampleWorld } from './help-pictures/example-world.ts'
import { fingerprintOf } from './help-pictures/fingerprint.ts'
import { photograph, type Size } from './help-pictures/photograph.ts'
import { findElement, type Picture, pictures } from './help-pictures/pictures.ts'
import { openVisitor, type Person } from './help-pictures/visitor.ts'

/**
 * Takes the pictures of the help from the running product, with the people of the demo world, or
 * those that are named. With `--check` it writes nothing, and fails when a screen has other parts
 * or other words than its picture. Needs a built web: `node apps/web/build.ts`.
 */
const web = join(import.meta.dirname, '../../apps/web')
const folder = join(web, 'public/help/pictures')
const listFile = join(web, 'content/help/pictures.json')
const schemes = ['light', 'dark'] as const

type Taken = Size & { fingerprint: string }
type Shot = { name: string; element: Locator }

const isCheck = process.argv.includes('--check')
const named = process.argv.slice(2).filter((each) => !each.startsWith('-'))
const known = readList()
const world = await startExampleWorld()
const browser = await chromium.launch({
  ...headlessShell,
  args: [...headlessShell.args, '--lang=en-GB'], // Dates in fields are written by the browser.
})
try {
  await (isCheck ? compare() : takeAll())
} finally {
  await browser.close()
  await world.stop()
}
process.exit()

async function compare() {
  const stale = Object.keys(known).filter((name) => !(name in pictures))
  await visit(browser, world, async ({ name, element }) => {
    if (pictures[name]?.isUnsteady) return
    if ((await fingerprintOf(element)) !== known[name]?.fingerprint) stale.push(name)
  })
  if (stale.length > 0) {
    console.error(`These pictures of the help are stale: ${stale.toSorted().join(', ')}`)
    console.error('Take them again: node tools/docs/help-pictures.ts')
    process.exitCode = 1
  } else console.log(`${Object.keys(pictures).length} pictures of the help show what is there`)
}

async function takeAll() {
  mkdirSync(folder, { recursive: true })
  const taken: Record<string, Taken> = {}
  await visit(browser, world, async ({ name, element }) => {
    const fingerprint = await fingerprintOf(element)
    let size: Size | undefined
    for (const scheme of schemes) {
      const shot = await photograph(element, scheme)
      writeFileSync(join(folder, `${name}-${scheme}.webp`), shot.bytes)
      size ??= shot.size
    }
    if (size) taken[name] = { ...size, fingerprint }
  })
  const all = Object.entries({ ...known, ...taken }).filter(([name]) => name in pictures)
  const sorted = all.toSorted(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(listFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  removeOthers()
  console.log(`${Object.keys(taken).length} pictures taken`)
}

/** Each person looks in a browser of their own, at the same time as the others. */
async function visit(
  inBrowser: Browser,
  inWorld: ExampleWorld,
  look: (shot: Shot) => Promise<void>,
) {
  const chosen = Object.entries(pictures).filter(
    ([name]) => named.length === 0 || named.includes(name),
  )
  const ofPerson = Map.groupBy(chosen, ([, { person }]) => person)
  const visits = [...ofPerson].map(async ([person, theirs]) => {
    await visitAs(inBrowser, inWorld, { person, theirs, look })
  })
  await Promise.all(visits)
}

type Visit = {
  person: Person
  theirs: [name: string, picture: Picture][]
  look: (shot: Shot) => Promise<void>
}

async function visitAs(inBrowser: Browser, inWorld: ExampleWorld, { person, theirs, look }: Visit) {
  const { page, loanOn } = await openVisitor(inBrowser, inWorld, person)
  for (const [name, picture] of theirs) {
    const path = picture.at.startsWith('/') ? picture.at : loanOn(picture.at)
    try {
      await look({ name, element: await findElement(page, path, picture) })
    } catch (error) {
      throw new Error(`The picture ${name} could not be found`, { cause: error })
    }
  }
}

function readList(): Record<string, Taken> {
  return JSON.parse(readFileSync(listFile, 'utf8')) as Record<string, Taken>
}

function removeOthers() {
  const wanted = new Set(
    Object.keys(pictures).flatMap((name) => schemes.map((scheme) => `${name}-${scheme}.webp`)),
  )
  for (const file of readdirSync(folder)) if (!wanted.has(file)) rmSync(join(folder, file))
}
