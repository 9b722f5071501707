import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Refuses what looks like a live secret in any file that git tracks; with `--history`, in any
 * content that any commit ever had. It needs only git. It never prints the secret itself.
 */
type Kind = { name: string; pattern: RegExp; isSecret?: (value: string) => boolean }

/** If a pattern has a group, only the group is judged. */
const kinds: Kind[] = [
  { name: 'private key', pattern: /-----BEGIN (?:[A-Z\d]+ )*PRIVATE KEY(?: BLOCK)?-----/g },
  { name: 'private JWK', pattern: /["']?\bd["']?\s*:\s*["']([\w-]{43,})["']/g, isSecret: isRandom },
  { name: 'Stripe key', pattern: /\b[rs]k_live_[A-Za-z\d]{16,}/g },
  { name: 'Stripe webhook secret', pattern: /\bwhsec_([A-Za-z\d+/]{24,})/g, isSecret: isRandom },
  { name: 'AWS key', pattern: /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/g },
  { name: 'GitHub token', pattern: /\b(?:gh[oprsu]_[A-Za-z\d]{36}|github_pat_\w{50})/g },
  {
    name: 'Slack token',
    pattern: /\bxox[a-z]-[A-Za-z\d-]{10,}|hooks\.slack\.com\/services\/T\w+/g,
  },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z\d]{36}\b/g },
  {
    name: 'password in an address',
    pattern: /\b[a-z][a-z+]+:\/\/[^\s:/@'"`]+:([^\s:/@'"`]{12,})@/g,
    isSecret: isRandom,
  },
  {
    name: 'assignment of a secret',
    pattern:
      /(?:secret|token|passw(?:or)?d|key|pepper)\w*["'\]]{0,2}\s*(?:[:=]|=>)\s*["'`]?([\w+/=-]{20,})/gi,
    isSecret: isRandom,
  },
]

export type Finding = { file: string; line: number; kind: string; starts: string }

/** Invented for tests, each with the reason why it is no secret. */
export const fixtures: (Omit<Finding, 'line'> & { reason: string })[] = [
  {
    file: 'apps/stand-ins/src/dns/dns-world.ts',
    kind: 'assignment of a secret',
    starts: 'dGVz',
    reason: 'words in base64, for name servers that live as long as a test',
  },
]

/** The findings that are not fixtures. */
export const refused = (findings: Finding[]): Finding[] =>
  findings.filter((finding) => !fixtures.some((fixture) => isSame(fixture, finding)))

export const isSame = (a: Omit<Finding, 'line'>, b: Omit<Finding, 'line'>): boolean =>
  a.file === b.file && a.kind === b.kind && a.starts === b.starts

export function findSecrets(file: string, text: string): Finding[] {
  return kinds.flatMap(({ name, pattern, isSecret = () => true }) =>
    [...text.matchAll(pattern)]
      .filter(([whole, value = whole]) => isSecret(value))
      .map(({ 0: whole, 1: value = whole, index }) => ({
        file,
        line: text.slice(0, index).split('\n').length,
        kind: name,
        starts: value.slice(0, 4),
      })),
  )
}

/** The tracked files, as they are in the folder. */
export function scanTree(folder: string) {
  const files = git(folder, ['ls-files', '-z']).toString().split('\0').filter(Boolean)
  const present = files.filter((file) =>
    lstatSync(join(folder, file), { throwIfNoEntry: false })?.isFile(),
  )
  const findings = present.flatMap((file) =>
    findSecrets(file, readFileSync(join(folder, file), 'latin1')),
  )
  return { scanned: present.length, findings }
}

/** Every blob of every commit of every branch, each once. */
export function scanHistory(folder: string) {
  const lines = git(folder, ['rev-list', '--objects', '--all']).toString().trim().split('\n')
  const objects = lines.map((line) => ({ id: line.slice(0, 40), file: line.slice(41) }))
  let scanned = 0
  const findings: Finding[] = []
  for (let at = 0; at < objects.length; at += batchSize) {
    const batch = objects.slice(at, at + batchSize)
    for (const { file, text } of readBlobs(folder, batch)) {
      scanned++
      findings.push(...findSecrets(file, text))
    }
  }
  return { scanned, findings }
}

const batchSize = 500

/** For each id git prints a line with id, type and length, and then that many bytes. */
function* readBlobs(folder: string, objects: { id: string; file: string }[]) {
  const input = objects.map(({ id }) => `${id}\n`).join('')
  const answer = git(folder, ['cat-file', '--batch'], input)
  let at = 0
  for (const { file } of objects) {
    const lineEnd = answer.indexOf('\n', at)
    const [, kind, length] = answer.toString('latin1', at, lineEnd).split(' ')
    at = lineEnd + 1 + Number(length) + 1
    if (kind === 'blob') yield { file, text: answer.toString('latin1', lineEnd + 1, at - 1) }
  }
}

/** Random letters and digits, as opposed to words, names or consecutive numbers. */
function isRandom(value: string): boolean {
  const hasBoth = /\d/.test(value) && /[A-Za-z]/.test(value)
  return hasBoth && bitsPerLetter(value) >= (/^[\da-f]+$/i.test(value) ? 3 : 3.5)
}

function bitsPerLetter(value: string): number {
  const counts = new Map<string, number>()
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  const shares = [...counts.values()].map((count) => count / value.length)
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0)
}

function git(folder: string, args: string[], input?: string): Buffer {
  return execFileSync('git', args, { cwd: folder, maxBuffer: 2 ** 30, ...(input && { input }) })
}

if (import.meta.main) {
  const scan = process.argv.includes('--history') ? scanHistory : scanTree
  const { scanned, findings } = scan(resolve(import.meta.dirname, '../..'))
  const secrets = refused(findings)
  for (const { file, line, kind, starts } of secrets)
    console.error(`${file}:${line}: ${kind}, ${starts}…`)
  const known = findings.length - secrets.length
  console.log(`${scanned} files, ${secrets.length} secrets, ${known} named fixtures`)
  if (scanned === 0 || secrets.length > 0) process.exitCode = 1
}
