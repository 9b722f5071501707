import type { App } from './app.ts'

type Document = { paths?: Record<string, object> } & Record<string, unknown>

const isOfOperators = (path: string) => path.startsWith('/api/operator/')

/** The description of the calls of users, or of operators: how these work is theirs to read. */
export function documentOf(app: Pick<App, 'swagger'>, whose: 'users' | 'operators'): Document {
  const whole = app.swagger() as Document
  const paths = Object.entries(whole.paths ?? {}).filter(
    ([path]) => isOfOperators(path) === (whose === 'operators'),
  )
  return { ...whole, paths: Object.fromEntries(paths) }
}
