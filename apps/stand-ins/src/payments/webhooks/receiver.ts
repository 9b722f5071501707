import { createFaults } from '../../http/faults.ts'
import { answerJson, type SandboxRequest, startServer } from '../../http/http-server.ts'

/** The receiving end of a webhook: records what arrives and answers as told. */
export async function startReceiver() {
  const requests: SandboxRequest[] = []
  const statuses: number[] = []
  const server = await startServer({ port: 0 }, createFaults(), (request) => {
    requests.push(request)
    return answerJson(statuses.shift() ?? 200, {})
  })
  return {
    url: `${server.origin}/hook`,
    requests,
    /** The statuses of the next answers; then 200. */
    answerNext: (...next: number[]): void => void statuses.push(...next),
    close: server.close,
  }
}
