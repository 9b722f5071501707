/**
 * `node tools/local/subset-fonts.ts`: makes the two small files of letters that every page loads, out
 * of the packages' own. Which letters is said in `fonts.css`; to be run when it or a package changes.
 * Needs Debian's `python3-fonttools` and `python3-brotli`. The files lie in the repository.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const web = join(import.meta.dirname, '../../apps/web')
const theme = join(web, 'src/ui/theme')
const css = readFileSync(join(theme, 'fonts.css'), 'utf8')
/** What our styles ask of them. Figures in columns are a feature of one, and plain in the other. */
const features = 'kern,liga,ccmp,locl,mark,mkmk,tnum,pnum'
const faces = [
  { name: 'hanken-grotesk', weights: '400:780' },
  { name: 'schibsted-grotesk', weights: '400:780' },
]

for (const { name, weights } of faces) {
  const own = join(web, 'node_modules/@fontsource-variable', name)
  const whole = join(own, 'files', `${name}-latin-wght-normal.woff2`)
  const small = join(theme, 'faces', `${name}.woff2`)
  run('subset', [
    whole,
    `--unicodes=${rangeOf(name)}`,
    `--layout-features=${features}`,
    '--flavor=woff2',
    `--output-file=${small}`,
  ])
  run('varLib.instancer', [small, `wght=${weights}`, '-o', small])
  copyFileSync(join(own, 'LICENSE'), join(theme, 'faces', `${name}.license.txt`))
  console.log(`${name}: ${statSync(whole).size} → ${statSync(small).size} bytes`)
}

/** The letters of the rule that names the small file. */
function rangeOf(name: string): string {
  const rule = css.split('@font-face').find((each) => each.includes(`faces/${name}.woff2`)) ?? ''
  const range = /unicode-range:([^;]+);/.exec(rule)?.[1]
  if (!range) throw new Error(`fonts.css does not say which letters ${name} has`)
  return range.replaceAll(/\s+/g, '')
}

function run(module: string, args: string[]): void {
  execFileSync('/usr/bin/python3', ['-m', `fontTools.${module}`, ...args], { stdio: 'pipe' })
}
