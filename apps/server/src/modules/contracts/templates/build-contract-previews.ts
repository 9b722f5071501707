/**
 * Writes the previews that Settings shows: each template as a PDF, and its pages as small pictures.
 * Needs pdftoppm of poppler-utils. Run it after a change of the templates and commit what it wrote.
 *
 *   node apps/server/src/modules/contracts/templates/build-contract-previews.ts
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { printContract } from './contract-pdf.ts'
import { contractTemplates } from './contract-templates.ts'

const widthPixels = 480
const out = join(import.meta.dirname, '../../../../../web/public/contracts')

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
for (const template of contractTemplates) {
  const pdf = join(out, `${template.fileName}.pdf`)
  writeFileSync(pdf, (await printContract(template)).bytes)
  const pageCount = await writePages(pdf, template.fileName)
  console.log(`${template.fileName}.pdf: ${pageCount} pages`)
}

/** Drawn at twice the size and made smaller, which keeps small letters legible. */
async function writePages(pdf: string, name: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  const scale = ['-scale-to-x', String(widthPixels * 2), '-scale-to-y', '-1']
  execFileSync('pdftoppm', ['-png', '-gray', ...scale, pdf, join(folder, 'page')])
  const drawn = readdirSync(folder).sort()
  for (const [index, file] of drawn.entries()) {
    await sharp(join(folder, file))
      .resize({ width: widthPixels })
      .png({ palette: true, colours: 16, effort: 10 })
      .toFile(join(out, `${name}-${index + 1}.png`))
  }
  rmSync(folder, { recursive: true })
  return drawn.length
}
