/**
 * The list of RDAP servers as it is now. It is fetched when the worker starts and once a day, and the
 * last good copy is kept in a file. Until there is one, no server is known and nothing is guessed.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '@pier/protocol/time'
import type { Log } from '../../platform/log.ts'
import { type Bootstrap, readBootstrap, refreshBootstrap } from './rdap-bootstrap.ts'
import type { Reach } from './rdap-request.ts'

export type BootstrapSource = Bootstrap & { stop: () => void }

type Options = Reach & {
  url: URL
  /** Where the last good copy is kept. */
  folder: string
  log: Log
  refreshAfterMs?: number
  retryAfterMs?: number
}

export async function openBootstrapSource(options: Options): Promise<BootstrapSource> {
  const { url, folder, log, refreshAfterMs = dayMs, retryAfterMs = 600_000, ...reach } = options
  const file = join(folder, 'rdap-bootstrap.json')
  await mkdir(folder, { recursive: true })
  let current = await findCopy(file, log)
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const refresh = async (): Promise<void> => {
    let waitMs = refreshAfterMs
    try {
      current = await refreshBootstrap({ url, file }, reach)
    } catch (error) {
      waitMs = retryAfterMs
      log.warn({ err: error }, 'the list of RDAP servers could not be had')
    }
    if (!isStopped) timer = setTimeout(() => void refresh(), waitMs).unref()
  }
  const first = refresh()
  if (!current) await first // With a copy at hand nobody waits.

  return {
    findBase: (name) => current?.findBase(name) ?? null,
    isKnown: (target) => current?.isKnown(target) ?? false,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** An unreadable copy counts as none: the next good one replaces it. */
async function findCopy(file: string, log: Log): Promise<Bootstrap | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return readBootstrap(JSON.parse(text))
  } catch (error) {
    log.warn({ err: error }, 'the copy of the list of RDAP servers is spoilt')
    return null
  }
}
