/**
 * What a label can be taken for. Mixing follows the "highly restrictive" level of UTS 39; the look
 * alikes are the letters that are the same to the eye in common typefaces, not the whole table.
 */

// The scripts in everyday use (UAX 31, table 5); letters of any other are flagged as well.
const scripts = [
  'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi',
  'Hebrew Kannada Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai',
  'Tibetan',
].flatMap((row) => row.split(' '))
const writtenTogether = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
  ...scripts.map((script) => [script]),
].map((set) => {
  const classes = [...set, 'Common', 'Inherited'].map((script) => `\\p{scx=${script}}`).join('')
  return new RegExp(`^[${classes}]+$`, 'u')
})

export function hasMixedScripts(label: string): boolean {
  return !writtenTogether.some((pattern) => pattern.test(label))
}

/**
 * The plain Latin label that a reader would take this one for. A suffix in another alphabet tells
 * the reader to expect one, so nothing is flagged there.
 */
export function findLookAlike(label: string, suffix: string): string | null {
  if (isPlain(label) || !isPlain(suffix)) return null
  const plain = Array.from(label, (letter) => lookAlikes.get(letter) ?? letter).join('')
  return isPlain(plain) ? plain : null
}

const isPlain = (text: string) => /^[a-z0-9.-]*$/.test(text)

const lookAlikes = new Map(
  [
    // Cyrillic
    'аa ьb сc ԁd еe ҽe һh іi јj ӏl пn оo рp ԛq гr ѕs ѵv ѡw ԝw хx уy үy',
    // Greek
    'αa βb ϲc εe γy ηn ιi κk νv οo ρp σo τt υu χx ωw ϳj',
    // Armenian
    'ցg հh յj ոn օo քp զq սu աw',
    // Latin letters that pass for plain ones
    'ɑa ƅb ᴄc ɡg ıi ɩi ȷj ɭl ɱm ᴏo ʀr ꜱs ᴜu ʋv ᴠv ᴡw ʏy ᴢz',
  ]
    .flatMap((row) => row.split(' '))
    .map((pair): [string, string] => [pair.slice(0, -1), pair.slice(-1)]),
)
