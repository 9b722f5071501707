import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Edge, type House, type Part, readHouse, type Side } from './house.ts'

/**
 * Draws `docs/pictures/house.svg` from the imports. With `--check` it writes nothing and fails if
 * the picture is stale. How often one part imports another is drawn in three sizes but not checked,
 * so that the picture is stale only when a module, a room or an arrow comes or goes.
 */
const width = 1200
const margin = 20
const headHeight = 132
const gap = 8
const nameHeight = 17
const lineHeight = 14
const boxPadding = 7
/** The mean width of a room's letter at 11 px, rounded up. */
const letterWidth = 5.75

type Box = Part & { x: number; y: number; width: number; height: number; lines: string[] }
type Frame = { x: number; boxWidth: number; lane: number }

const frames: Record<'server' | 'web', Frame> = {
  server: { x: margin, boxWidth: 346, lane: 19 },
  web: { x: 736, boxWidth: 186, lane: 18 },
}

export function drawHouse({ server, web, protocol }: House): string {
  const serverBoxes = stack(server.parts, frames.server)
  const webBoxes = stack(web.parts, frames.web)
  const floor = Math.max(bottomOf(serverBoxes), bottomOf(webBoxes)) + 22
  const ground = boxOf(protocol, { x: margin, y: floor, width: width - 2 * margin })
  const height = floor + ground.height + margin
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    '<title id="title">The modules of the server, the rooms of the web and who imports whom</title>',
    `<style>${style}</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    ...drawTitle('Server', 'apps/server/src: modules, providers, platform', frames.server),
    ...drawTitle('Web', 'apps/web/src', frames.web),
    ...drawSide(server, serverBoxes, frames.server, floor),
    ...drawSide(web, webBoxes, frames.web, floor),
    ...drawBox(ground, []),
    ...drawLegend({ x: frames.web.x, y: bottomOf(webBoxes) + 46 }),
    '</svg>',
    '',
  ].join('\n')
}

/** What is checked: everything but the size of the dots. */
export function shapeOf(svg: string): string {
  return svg.replaceAll(/ class="(?:few|some|many)" r="[\d.]+"/g, '')
}

const style = `
  svg { color-scheme: light dark; --paper: #fff; --box: #f3f5f8; --edge: #c3cad5; --ink: #1b2330; --soft: #566173;
    --line: #c9d0da; --dot: #2f5fb3; --base: #e6ecf6; --up: #9a4a12; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #0f141b; --box: #1a212c; --edge: #3b4656; --ink: #e8ecf2; --soft: #a3aebd;
      --line: #364152; --dot: #7fb0ff; --base: #1c2a42; --up: #f0a868; }
  }
  text { font: 11px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: var(--soft); }
  .name { font-size: 13px; font-weight: 600; fill: var(--ink); }
  .head { font-size: 17px; font-weight: 600; fill: var(--ink); }
  .up { font-size: 11px; font-weight: 400; fill: var(--up); }
  .paper { fill: var(--paper); }
  .box { fill: var(--box); stroke: var(--edge); }
  .ground { fill: var(--base); stroke: var(--edge); }
  .line { fill: none; stroke: var(--line); }
  .tip { fill: var(--soft); }
  circle { fill: var(--dot); }
`

/** Boxes from top to bottom, each one lane wider than the one above it: a staircase. */
function stack(parts: Part[], { x, boxWidth, lane }: Frame): Box[] {
  const boxes: Box[] = []
  for (const [index, part] of parts.entries()) {
    const y = boxes.length > 0 ? bottomOf(boxes) + gap : headHeight
    boxes.push(boxOf(part, { x, y, width: boxWidth + index * lane }))
  }
  return boxes
}

function boxOf(part: Part, place: { x: number; y: number; width: number }): Box {
  const lines = wrap(part.rooms, Math.floor((place.width - 24) / letterWidth))
  const height = 2 * boxPadding + nameHeight + lines.length * lineHeight
  return { ...part, ...place, lines, height }
}

function bottomOf(boxes: Box[]): number {
  const last = boxes.at(-1)
  return last ? last.y + last.height : headHeight
}

/** As few lines as fit, broken as evenly as possible. */
function wrap(words: string[], lettersMax: number): string[] {
  const count = fill(words, lettersMax).length
  let letters = lettersMax
  while (letters > 1 && fill(words, letters - 1).length === count) letters--
  return fill(words, letters)
}

function fill(words: string[], lettersMax: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1)} · ${word}`
    if (lines.length > 0 && longer.length <= lettersMax) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function drawTitle(name: string, text: string, { x }: Frame): string[] {
  return [
    `<text class="head" x="${x}" y="38">${name}</text>`,
    `<text x="${x}" y="56">${text}</text>`,
  ]
}

/** A line leaves each box to the right; a dot shows where it turns down into a lane. */
function drawSide(
  { down, up }: Side,
  boxes: Box[],
  { x, boxWidth, lane }: Frame,
  floor: number,
): string[] {
  const names = [...boxes.map(({ name }) => name), 'protocol']
  const laneOf = (name: string) => x + boxWidth + names.indexOf(name) * lane - 8
  const rowOf = (name: string) => {
    const box = boxes.find((one) => one.name === name)
    return box ? box.y + box.height / 2 : 0
  }
  const topOf = (name: string) => boxes.find((box) => box.name === name)?.y ?? floor

  const lanes = [...Map.groupBy(down, ({ to }) => to)].toSorted(([a], [b]) => laneOf(a) - laneOf(b))
  const rows = [...Map.groupBy(down, ({ from }) => from)]
  return [
    ...lanes.flatMap(([to, edges]) => {
      const first = Math.min(...edges.map(({ from }) => rowOf(from)))
      return drawLane(to, { x: laneOf(to), from: first, to: topOf(to) })
    }),
    ...rows.map(([from, edges]) => {
      const box = boxes.find(({ name }) => name === from)
      const end = Math.max(...edges.map(({ to }) => laneOf(to)))
      return `<path class="line" d="M${(box?.x ?? 0) + (box?.width ?? 0)} ${rowOf(from)}H${end}"/>`
    }),
    ...boxes.flatMap((box) =>
      drawBox(
        box,
        up.filter(({ from }) => from === box.name),
      ),
    ),
    ...down.map((edge) => drawDot(edge, { x: laneOf(edge.to), y: rowOf(edge.from) })),
  ]
}

function drawLane(
  name: string,
  { x, from, to }: { x: number; from: number; to: number },
): string[] {
  const label = headHeight - 10
  return [
    `<path class="line" d="M${x} ${from}V${to - 5}"/>`,
    `<path class="tip" d="M${x} ${to}l-3.5 -7h7z"/>`,
    `<text transform="translate(${x + 4} ${label}) rotate(-60)">${name}</text>`,
  ]
}

/** The layers below the modules are drawn differently. */
const grounds = new Set(['providers', 'platform', 'protocol'])

function drawBox({ name, x, y, width: w, height, lines }: Box, up: Edge[]): string[] {
  const textX = x + 12
  const first = y + boxPadding + 13
  const above = up.map(({ to }) => to).join(', ')
  const look = grounds.has(name) ? 'ground' : 'box'
  return [
    `<rect class="${look}" x="${x}" y="${y}" width="${w}" height="${height}" rx="4"/>`,
    `<text class="name" x="${textX}" y="${first}">${name}${above && `<tspan class="up" dx="10">↑ ${above}</tspan>`}</text>`,
    ...lines.map(
      (line, index) =>
        `<text x="${textX}" y="${first + nameHeight - 1 + index * lineHeight}">${line}</text>`,
    ),
  ]
}

const dots = {
  few: { radius: 2.5, text: '1 to 3' },
  some: { radius: 4, text: '4 to 15' },
  many: { radius: 6, text: '16 imports or more' },
}

function sizeOf(imports: number): keyof typeof dots {
  if (imports < 4) return 'few'
  return imports < 16 ? 'some' : 'many'
}

function drawDot({ from, to, imports }: Edge, { x, y }: { x: number; y: number }): string {
  const size = sizeOf(imports)
  const title = `<title>${from} imports ${to}</title>`
  return `<circle cx="${x}" cy="${y}" class="${size}" r="${dots[size].radius}">${title}</circle>`
}

const legend = [
  'Go right from a box to a dot, then down to the arrow:',
  'the box imports what the arrow points at. Nothing is drawn within a box.',
  'The names in a box are its rooms, those of a module highest first.',
  '↑ names what a box imports from above; in modules only routes and',
  'jobs may, because nothing imports them.',
  'Tests, and the files that wire the modules up, are left out.',
]

function drawLegend({ x, y }: { x: number; y: number }): string[] {
  const below = y + 22 + legend.length * 16
  return [
    `<text class="name" x="${x}" y="${y}">How to read it</text>`,
    ...legend.map((line, index) => `<text x="${x}" y="${y + 20 + index * 16}">${line}</text>`),
    ...Object.entries(dots).flatMap(([size, { radius, text }], index) => [
      `<circle cx="${x + 6 + index * 110}" cy="${below + 6}" r="${radius}"/>`,
      `<text x="${x + 18 + index * 110}" y="${below + 10}">${size}: ${text}</text>`,
    ]),
  ]
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../..')
  const file = resolve(root, 'docs/pictures/house.svg')
  const svg = drawHouse(readHouse(root))
  if (!process.argv.includes('--check')) writeFileSync(file, svg)
  else if (!existsSync(file) || shapeOf(readFileSync(file, 'utf8')) !== shapeOf(svg)) {
    console.error(
      'docs/pictures/house.svg shows other modules, rooms or imports than the code: run node tools/docs/map.ts',
    )
    process.exit(1)
  } else console.log('docs/pictures/house.svg shows the modules, rooms and imports of the code')
}
