import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { darkTokens, fixedTokens, lightTokens } from '../ui/theme/tokens.ts'

const source = join(import.meta.dirname, '..')

/** The declarations of a rule in a style sheet. Tests have no layout to measure. */
export function styleOf(file: string, selector: string): Record<string, string> {
  const css = readFileSync(join(source, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
  const found = rules.filter(([, at = '']) => at.split(',').some((one) => one.trim() === selector))
  if (found.length === 0) throw new Error(`${file} has no rule for ${selector}`)
  const lines = found.flatMap(([, , body = '']) => body.split(';'))
  const pairs = lines.map((line) => line.split(/:(.*)/s).map((part) => part.trim()))
  return Object.fromEntries(pairs.filter(([name]) => name))
}

const schemes = [
  { ...fixedTokens, ...lightTokens },
  { ...fixedTokens, ...darkTokens },
] as const

type Rgb = { red: number; green: number; blue: number }

/** The colour behind `var(--name)`, light and dark. */
export function coloursOf(value: string | undefined): [light: Rgb, dark: Rgb] {
  const name = /^var\(--([\w-]+)\)$/.exec(value ?? '')?.[1] ?? ''
  const [light, dark] = schemes.map((tokens) => {
    const hex = (tokens as Record<string, string>)[name] // A name from the CSS.
    if (!hex?.startsWith('#')) throw new Error(`${value} is no colour of ours`)
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      parseInt(hex.slice(at, at + 2), 16),
    )
    return { red, green, blue }
  })
  if (!light || !dark) throw new Error('There are two schemes')
  return [light, dark]
}

/** Red, orange or green as a reader would call it: by its hue. */
export function hueOf({ red, green, blue }: Rgb): 'red' | 'orange' | 'green' | 'other' {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const range = most - least
  if (range === 0) return 'other'
  const sector =
    most === red
      ? (green - blue) / range
      : most === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range
  const degrees = (sector * 60 + 360) % 360
  if (degrees < 15 || degrees > 340) return 'red'
  if (degrees < 45) return 'orange'
  return degrees > 90 && degrees < 170 ? 'green' : 'other'
}
