import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll } from 'vitest'

const name = 'pier-files'

/** A real S3 server that checks signatures. Can be stopped, and started again with what it had. */
export function useBucket() {
  const directory = mkdtempSync(join(tmpdir(), 'pier-bucket-'))
  let server: S3rver | undefined
  let port = 0

  async function start() {
    const options = { address: '127.0.0.1', port, silent: true, directory }
    server = new S3rver({ ...options, configureBuckets: [{ name }] })
    port = (await server.run()).port
  }
  async function stop() {
    await server?.close()
    server = undefined
  }
  beforeAll(start)
  afterAll(async () => {
    await stop()
    rmSync(directory, { recursive: true })
  })
  return {
    start,
    stop,
    directory,
    /** The file in which the server keeps an object. */
    fileOf: (object: string) => join(directory, name, `${object}._S3rver_object`),
    get env() {
      return {
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_BUCKET: name,
        S3_ACCESS_KEY_ID: 'S3RVER', // The server knows this one and its secret.
        S3_SECRET_ACCESS_KEY: 'S3RVER',
        FILES_IN: 'bucket',
      }
    },
  }
}
