/** Finds articles by their words: in the title first, then in headings, then in the text. */
export type Searched = {
  slug: string
  topic: string
  title: Text
  headings: readonly Text[]
  /** The text, in paragraphs. */
  parts: readonly Text[]
}

/** With its words, because taking a text apart is most of the work of a search. */
type Text = { text: string; words: readonly string[] }

/** A piece of a text and where it begins; `isHit` where it is a word that was looked for. */
export type Piece = { at: number; text: string; isHit: boolean }
export type Found = { slug: string; topic: string; title: Piece[]; excerpt: Piece[] }

const foundMax = 12
/** More words make no search better, only slower. */
const wantedMax = 8
const excerptLengthMax = 220
const weights = { title: 12, heading: 5, part: 1 }
/** Said often in one article counts no more than this. */
const partsMax = 4
/** In nearly every article, so they tell nothing. */
const passedOver = new Set([
  'a',
  'an',
  'and',
  'are',
  'as',
  'at',
  'be',
  'by',
  'can',
  'do',
  'does',
  'for',
  'from',
  'how',
  'i',
  'if',
  'in',
  'is',
  'it',
  'my',
  'of',
  'on',
  'or',
  'the',
  'to',
  'what',
  'when',
  'where',
  'who',
  'why',
  'with',
  'you',
  'your',
])

export const takeApart = (text: string): Text => ({ text, words: [...new Set(wordsOf(text))] })

export function searchHelp(articles: readonly Searched[], query: string): Found[] {
  const wanted = wantedOf(query)
  if (wanted.length === 0) return []
  return articles
    .map((article) => ({ article, ...rate(article, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.known - one.known || other.score - one.score)
    .slice(0, foundMax)
    .map(({ article }) => ({
      slug: article.slug,
      topic: article.topic,
      title: piecesOf(article.title.text, wanted),
      excerpt: piecesOf(excerptOf(article, wanted), wanted),
    }))
}

/** Words as they are compared: small, without accents, without the ending of a plural. */
function wantedOf(query: string): string[] {
  const words = wordsOf(query).map(stemOf)
  const telling = words.filter((word) => !passedOver.has(word))
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, wantedMax)
}

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return word.slice(0, -3)
  if (word.length > 4 && /(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1)
  return word.length > 4 && word.endsWith('y') ? word.slice(0, -1) : word
}

/** The start of a word is enough: somebody is still typing. One letter is too little of one. */
const isHit = (word: string, wanted: readonly string[]): boolean =>
  wanted.some((each) => (each.length > 1 ? word.startsWith(each) : word === each))

/** How many of the words an article has, and how prominently. */
function rate({ title, headings, parts }: Searched, wanted: readonly string[]) {
  let score = 0
  let known = 0
  for (const each of wanted) {
    const count = (texts: readonly Text[]) =>
      texts.filter(({ words }) => words.some((word) => isHit(word, [each]))).length
    const points =
      weights.title * count([title]) +
      weights.heading * Math.min(count(headings), 1) +
      weights.part * Math.min(count(parts), partsMax)
    score += points
    if (points > 0) known++
  }
  return { score, known }
}

/** The paragraph with the most of the words, cut where it is long. */
function excerptOf({ parts }: Searched, wanted: readonly string[]): string {
  let [best, most] = [parts[0]?.text ?? '', 0]
  for (const { text, words } of parts) {
    const hits = wanted.filter((each) => words.some((word) => isHit(word, [each]))).length
    if (hits > most) [best, most] = [text, hits]
  }
  if (best.length <= excerptLengthMax) return best
  return `${best.slice(0, best.lastIndexOf(' ', excerptLengthMax))} …`
}

function piecesOf(text: string, wanted: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  for (const { 0: part, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu)) {
    const hit = isHit(plain(part), wanted)
    const last = pieces.at(-1)
    if (last && last.isHit === hit && !hit) last.text += part
    else pieces.push({ at: index, text: part, isHit: hit })
  }
  return pieces
}
