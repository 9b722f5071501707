import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import { startExampleWorld } from '../docs/help-pictures/example-world.ts'
import { openVisitor, type Person } from '../docs/help-pictures/visitor.ts'
import { headlessShell } from '../journeys/chromium.ts'
import { slowDown } from './screens/device.ts'

/**
 * What a phone on a poor line shows, every half second from the press on: one picture a page, of
 * the landing page and of the dashboard of a borrower. `node tools/bench/filmstrip.ts after` writes
 * docs/pictures/speed-landing-after.png and speed-dashboard-after.png. The web is built before:
 * `node apps/web/build.ts`.
 */
const name = process.argv[2] ?? 'after'
const folder = process.argv[3] ?? 'docs/pictures'
const stepMs = 500
const frameCount = 16
const screen = { width: 390, height: 700 }
const shownWidth = 92

const films: { of: string; path: string; person: Person }[] = [
  { of: 'landing', path: '/', person: 'visitor' },
  { of: 'dashboard', path: '/app', person: 'mara' },
]

const world = await startExampleWorld()
const browser = await chromium.launch(headlessShell)
try {
  for (const { of, path, person } of films) {
    const { page } = await openVisitor(browser, world, person)
    const frames = await film(page, path)
    const file = `${folder}/speed-${of}-${name}.png`
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, await layOut(browser, frames))
    console.log(file)
  }
} finally {
  await browser.close()
  await world.stop()
}
process.exit()

/** Chromium sends each frame that it draws; of each half second the newest is taken. */
async function film(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize(screen)
  await page.goto('/robots.txt') // A page of another site would be drawn by another process.
  const session = await slowDown(page)
  let newest = ''
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    newest = data
    void session.send('Page.screencastFrameAck', { sessionId })
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80 })
  await sleep(stepMs)
  newest = '' // Of the page before, which is empty.
  const opening = page.goto(path)
  const from = performance.now()
  const frames: string[] = []
  for (let frame = 1; frame <= frameCount; frame++) {
    await sleep(Math.max(0, from + frame * stepMs - performance.now()))
    frames.push(newest)
  }
  await opening
  await session.send('Page.stopScreencast')
  return frames
}

/** Chromium lays the frames out too, so that nothing else has to draw. */
async function layOut(inBrowser: Browser, frames: string[]): Promise<Buffer> {
  const shown = frames.map((frame, index) => {
    const seconds = (((index + 1) * stepMs) / 1000).toFixed(1)
    const picture = frame ? `<img src="data:image/jpeg;base64,${frame}">` : '<i></i>'
    return `<figure>${picture}<figcaption>${seconds} s</figcaption></figure>`
  })
  const height = Math.round((shownWidth * screen.height) / screen.width)
  const style = `
    body { margin: 0 }
    main { padding: 6px; display: flex; gap: 6px; width: max-content; background: #fff }
    figure { margin: 0; font: 12px sans-serif; text-align: center }
    img, i { display: block; width: ${shownWidth}px; height: ${height}px; outline: 1px solid #ccc }
    figcaption { padding-top: 5px }`
  const page = await inBrowser.newPage()
  await page.setContent(`<style>${style}</style><main>${shown.join('')}</main>`)
  const picture = await page.locator('main').screenshot()
  await page.close()
  return picture
}
