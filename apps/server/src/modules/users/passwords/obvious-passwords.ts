/**
 * Passwords that are easy to guess without a leak: keyboard runs, repetitions, a common password
 * followed by a year. They fill the gaps in lists of real leaks.
 */
export function listObviousPasswords(rankedWords: string[]): Set<string> {
  return new Set([
    ...listRepeatedCharacters(),
    ...tapes.flatMap(listRuns),
    ...rankedWords.slice(0, repeatedWordsMax).flatMap(listRepeats),
    ...[...rankedWords.slice(0, tailedWordsMax), ...favourites].flatMap(listTailed),
  ])
}

const repeatedWordsMax = 10_000
const tailedWordsMax = 1000
const lengthMin = 10
const lengthMax = 20

function listRepeatedCharacters(): string[] {
  const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
  return printable.flatMap((character) => lengths.map((length) => character.repeat(length)))
}

const lengths = Array.from({ length: lengthMax - lengthMin + 1 }, (_, index) => lengthMin + index)

/** Rows and columns of common keyboard layouts, digits and the alphabet. */
const tapes = [
  '012345678901234567890123456789',
  '112233445566778899001122334455',
  '111222333444555666777888999000',
  '1029384756102938475610293847561029384756',
  '147258369014725836901472583690',
  '741852963074185296307418529630',
  '789456123078945612307894561230',
  '123321123321123321123321',
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  'abcdefghij0123456789',
  'abc123abc123abc123abc123',
  'a1b2c3d4e5f6g7h8i9j0k1l2m3',
  '1a2b3c4d5e6f7g8h9i0j',
  '1234567890qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiop[]asdfghjkl;zxcvbnm,./',
  'qwertyuiop1234567890',
  'qwertzuiopasdfghjklyxcvbnm1234567890',
  'azertyuiopqsdfghjklmwxcvbn1234567890',
  'qazwsxedcrfvtgbyhnujmikolp',
  'qazwsxedc123456789',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  '!qaz@wsx#edc$rfv%tgb^yhn&ujm*ik<(ol>',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qazxsw23edcvfr45tgbnhy67ujm',
  'zaq12wsxcde34rfvbgt56yhnmju7',
  'zaq1xsw2cde3vfr4bgt5nhy6mju7',
  'qweasdzxcrtyfghvbnuiojklm',
  'qweasdzxc1234567890',
  '123qweasdzxc123qweasdzxc',
  '123qwe123qwe123qwe',
  'asdfghjkl;asdfghjkl;asdfghjkl;',
  'asdfjkl;asdfjkl;asdfjkl;',
  'zxcvbnm,./asdfghjkl',
  '!@#$%^&*()_+{}|:"<>?',
]

function listRuns(tape: string): string[] {
  const forward = lengths.flatMap((length) =>
    Array.from({ length: Math.max(0, tape.length - length + 1) }, (_, start) =>
      tape.slice(start, start + length),
    ),
  )
  const both = forward.flatMap((run) => [run, [...run].toReversed().join('')])
  return both.flatMap((run) => [run, capitalize(run), run.toUpperCase()])
}

function listRepeats(word: string): string[] {
  const repeats = [2, 3, 4, 5].map((times) => word.repeat(times))
  return repeats
    .filter((text) => text.length <= lengthMax)
    .flatMap((text) => [text, capitalize(text)])
}

/** What people choose when a rule asks for a symbol, or for a new password every month. */
const favourites = [
  ...'p@ssw0rd p@ssword passw0rd pa$$word pa$$w0rd p@$$word p@$$w0rd'.split(' '),
  ...'@dmin adm1n administrator welc0me l3tmein changeme iloveyou secret'.split(' '),
  ...'spring summer autumn winter january february march april june'.split(' '),
  ...'july august september october november december monday friday'.split(' '),
  ...'bitcoin ethereum crypto domain domains password passwort'.split(' '),
  ...'correcthorsebatterystaple trustno1 qwerty'.split(' '),
  'correct horse battery staple',
]

const years = Array.from({ length: 2030 - 1950 + 1 }, (_, index) => String(1950 + index))
const recentYears = years.slice(-16)
const tails = [
  '',
  ...years,
  ...recentYears.flatMap((year) => [`${year}!`, `@${year}`]),
  ...'1 12 123 1234 12345 123456 1234567 12345678 123456789 1234567890'.split(' '),
  ...'! !! !!! 1! 12! 123! 1234! @1 @12 @123 @1234 #1 #123'.split(' '),
  ...'01 007 10 11 13 21 22 69 77 88 99 00 000 111 321'.split(' '),
  ...'666 777 !@# !@#$ 123!@# abc xyz qwerty password'.split(' '),
]

function listTailed(word: string): string[] {
  return [word, capitalize(word)].flatMap((start) => tails.map((tail) => start + tail))
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
