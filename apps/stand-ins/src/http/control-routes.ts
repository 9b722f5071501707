import { z } from 'zod'
import { faultKinds } from './faults.ts'
import { type Answer, answerJson, type SandboxRequest } from './http-server.ts'

export type ControlRoutes = Record<string, (input: unknown) => unknown>

export const faultInput = z.strictObject({
  path: z.string(),
  times: z.int().min(1),
  kind: z.enum(faultKinds),
  method: z.string().optional(),
})
export const deliveryInput = z.strictObject({ mode: z.enum(['on', 'off']) })

/** `POST` with JSON, and plain reads; each only calls its control function. */
export async function answerControl(
  routes: ControlRoutes,
  request: SandboxRequest,
): Promise<Answer> {
  const control = routes[`${request.method} ${request.path}`]
  if (!control) return answerJson(404, { message: 'No such control' })
  try {
    const input: unknown = request.body === '' ? {} : JSON.parse(request.body)
    return answerJson(200, (await control(input)) ?? {})
  } catch (error) {
    return answerJson(400, { message: error instanceof Error ? error.message : String(error) })
  }
}
