import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@pier/protocol/time'
import { afterAll, expect, test } from 'vitest'
import { listCopyChecks } from './copy-checks.ts'

const scratch = mkdtempSync(join(tmpdir(), 'pier-copies-'))
/** Another file system than that of the folder, on every machine. */
const otherDisk = '/sys'
const memory = mkdtempSync('/dev/shm/pier-copies-')
afterAll(() => {
  for (const each of [scratch, memory]) rmSync(each, { recursive: true, force: true })
})

/** A machine with these files, and what the doctor says of its copies. */
function machine({ isDatabaseHere = true } = {}) {
  const folder = mkdtempSync(join(scratch, 'machine-'))
  const places = { times: folder, config: join(folder, 'pgbackrest.conf'), data: folder }
  return {
    folder,
    write: (name: string, text: string) => writeFileSync(join(folder, name), text),
    look: async (what: string) => {
      const checks = listCopyChecks(() => Promise.resolve(isDatabaseHere), places)
      return checks.find((check) => check.what === what)?.look()
    },
  }
}

const daysAgo = (days: number) => Math.round((Date.now() - days * dayMs) / 1000)

test('copies and drills that are too old are named, young ones are well', async () => {
  const { write, look } = machine()

  write('pier_backup.prom', `# HELP\npier_backup_finished_seconds ${daysAgo(1)}\n`)
  expect(await look('database backups')).toBeUndefined()

  write('pier_backup.prom', `pier_backup_finished_seconds ${daysAgo(4.5)}\n`)
  write('pier_restore.prom', `pier_restore_drill_finished_seconds{place="2"} ${daysAgo(12.5)}\n`)
  expect((await look('database backups'))?.fault).toBe('the last was 4 days ago')
  expect((await look('restore drill'))?.fault).toBe('the last was 12 days ago')
})

test('beside the database copies that were never made are a fault', async () => {
  const { look } = machine()

  expect(await look('database backups')).toMatchObject({
    fault: expect.stringContaining('none was ever made'),
    mend: expect.stringContaining('Run backup.sh full'),
  })
  expect((await look('restore drill'))?.mend).toContain('Run restore-drill.sh')
})

test('on another machine than the database nobody knows, and they are not called well', async () => {
  const { look } = machine({ isDatabaseHere: false })

  await expect(look('database backups')).rejects.toThrow('check on the database server')
})

const secondPlace = 'second backup location'

test('a second place on the disk of the database or in memory is named, however it is called', async () => {
  const { write, look, folder } = machine()
  const path = join(folder, 'second-place/pgbackrest')
  write('pgbackrest.conf', `[global]\nrepo2-path=${path}\n[pier]\npg1-path=${folder}\n`)
  expect((await look(secondPlace))?.fault).toBe(`${path} is missing`)

  mkdirSync(path, { recursive: true })
  expect(await look(secondPlace)).toEqual({
    fault: `${path} is on the database disk and would be lost with it`,
    mend: expect.stringContaining(`Mount the disk of another machine at ${folder}/second-place`),
  })

  write('pgbackrest.conf', `[global]\nrepo2-path=${otherDisk}\n[pier]\npg1-path=${folder}\n`)
  expect(await look(secondPlace)).toBeUndefined()

  write('pgbackrest.conf', `[global]\nrepo2-path=${memory}\n[pier]\npg1-path=${folder}\n`)
  expect((await look(secondPlace))?.fault).toBe(`${memory} is in memory`)
})

test('one that no folder holds is not looked for, and where nobody archives nothing is', async () => {
  const { write, look, folder } = machine()
  expect(listCopyChecks(async () => true, { times: '', config: '', data: '' })).toHaveLength(2)

  write('pgbackrest.conf', `[global]\nrepo2-type=s3\nrepo2-path=${folder}\n`)
  expect(await look(secondPlace)).toBeUndefined()
  write('pgbackrest.conf', `[global]\nrepo2-host=elsewhere\nrepo2-path=${folder}\n`)
  expect(await look(secondPlace)).toBeUndefined()
  write('pgbackrest.conf', '[global]\n# repo2-path=/somewhere\n')
  expect((await look(secondPlace))?.fault).toContain('has no repo2-path')
})
