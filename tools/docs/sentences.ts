import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { bannedPhrases } from './banned-phrases.ts'
import { type ReadableText, textsOfMarkdown, textsOfSource } from './readable-texts.ts'

/** Checks every sentence that people read: none is over 25 words, and none has a banned phrase. */
const wordsMax = 25

const root = resolve(import.meta.dirname, '../..')

/** Where sentences for people are written. */
const places = [
  'apps/web/src',
  'apps/web/content',
  'packages/protocol/src',
  'apps/server/src/modules',
  'apps/server/src/providers/mail',
]

/** Texts of law keep the wording that a lawyer reviewed. Nothing else is left out. */
const legalTexts = [
  'apps/server/src/modules/contracts/templates/',
  'apps/web/content/pages/privacy.md',
  'apps/web/content/pages/terms.md',
]

/** Not for people: tests, what is given to tests, codes, and what a program reads. */
const notRead = /\.(?:test|repository)\.tsx?$|\.d\.ts$|\/testing\//
const notProse = /^(?:select|insert|update|delete|with|alter|create|<\?xml|-----BEGIN)\b|[{}|]/
const code = /^(?:[a-z_]+|[A-Z_]+|[A-Z\d\s]+)$/

export function problemsOfText({ line, text }: ReadableText): string[] {
  if (notProse.test(text) || code.test(text)) return []
  const banned = bannedPhrases
    .filter(({ phrase }) => phrase.test(text))
    .map(({ reason, say }) => `${reason} Say: ${say}. "${text}"`)
  const long = sentencesOf(text)
    .map((sentence) => ({ sentence, words: countWords(sentence) }))
    .filter(({ words }) => words > wordsMax)
    .map(({ sentence, words }) => `${words} words, at most ${wordsMax}: "${sentence}"`)
  return [...banned, ...long].map((problem) => `${line}: ${problem}`)
}

/** A sentence ends with a mark and white space, not within a number or a name. */
const sentencesOf = (text: string) => text.split(/(?<=[.?!:][)”"’]?)\s+(?=[\p{Lu}…\d“"(])/u)

const countWords = (sentence: string) =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\d…]/u.test(word)).length

export function problemsOfFile(name: string, source: string): string[] {
  const texts = name.endsWith('.md')
    ? textsOfMarkdown(source)
    : textsOfSource(source, { jsx: name.endsWith('x') })
  return texts.flatMap(problemsOfText).map((problem) => `${name}:${problem}`)
}

function readableFiles(): string[] {
  return places
    .flatMap((place) => filesBelow(join(root, place)))
    .map((file) => relative(root, file))
    .filter((name) => /\.(?:tsx?|md)$/.test(name) && !notRead.test(name))
    .filter((name) => !legalTexts.some((legal) => name.startsWith(legal)))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  )
}

export const sentenceProblems = (): string[] =>
  readableFiles().flatMap((name) => problemsOfFile(name, readFileSync(join(root, name), 'utf8')))

if (import.meta.main) {
  const problems = sentenceProblems()
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
