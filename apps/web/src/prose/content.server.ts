import type { Company } from '@pier/protocol/company/company'
import { type FrontMatter, splitFrontMatter } from './front-matter.server.ts'
import { readFacts } from './facts.server.ts'
import type { Prose } from './prose-tree.ts'
import { fillFacts, type Pictures, type Problem, readProse } from './read-prose.server.ts'

/** The texts of the repository. They are read on the server alone, so none lands in the browser. */
const files = import.meta.glob<string>('../../content/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const [pictures = {}] = Object.values(
  import.meta.glob<Pictures>('../../content/help/pictures.json', {
    import: 'default',
    eager: true,
  }),
)

export type Content = FrontMatter & { path: string; prose: Prose; problems: Problem[] }

let read = new Map<string, Content>()
let readWith: Company | null = null

/** Every text below a folder of `content`, such as `help/borrow`, in its order. */
export function listContent(folder: string, company: Company | null): Content[] {
  return contentPaths(folder)
    .flatMap((path) => findContent(path, company) ?? [])
    .toSorted((a, b) => a.order - b.order || (a.title < b.title ? -1 : 1))
}

/** The paths of what stands in a folder, without the ending: `help/borrow/first-loan`. */
export const contentPaths = (folder = ''): string[] =>
  Object.keys(files)
    .map((file) => file.replace(/^.*\/content\//, '').replace(/\.md$/, ''))
    .filter((path) => path.startsWith(folder && `${folder}/`))

/** One text with its facts put in; null where there is none. It is read anew when the company changes. */
export function findContent(path: string, company: Company | null): Content | null {
  if (readWith !== company) read = new Map()
  readWith = company
  const file = files[`../../content/${path}.md`]
  if (file === undefined) return null
  const content = read.get(path) ?? readContent(path, file, company)
  read.set(path, content)
  return content
}

function readContent(path: string, file: string, company: Company | null): Content {
  const facts = readFacts(company)
  const { matter, body, firstLine } = splitFrontMatter(file)
  const { problems, ...prose } = readProse({ body, firstLine, facts, pictures })
  const [title, summary] = [fillFacts(matter.title, facts), fillFacts(matter.summary, facts)]
  return { ...matter, title, summary, path, prose, problems }
}
