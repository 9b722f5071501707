import { globSync, readFileSync } from 'node:fs'

/** The child processes that decode pictures for this process, or for that one, from /proc. */
export function listPictureProcesses(parent = process.pid): number[] {
  return globSync('/proc/[0-9]*').flatMap((folder) => {
    const isOurs = read(`${folder}/stat`).split(') ').at(-1)?.split(' ')[1] === String(parent)
    const isPicture = read(`${folder}/cmdline`).includes('picture-child')
    return isOurs && isPicture ? [Number(folder.split('/').at(-1))] : []
  })
}

/** The names of its environment variables, without the shell's own. */
export const environmentOf = (pid: number): string[] =>
  read(`/proc/${pid}/environ`)
    .split('\0')
    .map((line) => line.split('=')[0] ?? '')
    .filter((name) => !['', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))

export const groupOf = (pid: number): number =>
  Number(read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[2])

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return '' // It has ended meanwhile.
  }
}
