import type { App } from './app.ts'

type Document = { paths?: Record<string, object> } & Record<string, unknown>

const isOfOperators = (path: string) => path.startsWith('/api/operator/')

/** The API description for users or for operators; users do not get to see that of operators. */
export function documentOf(app: Pick<App, 'swagger'>, whose: 'users' | 'operators'): Document {
  const whole = app.swagger() as Document
  const paths = Object.entries(whole.paths ?? {}).filter(
    ([path]) => isOfOperators(path) === (whose === 'operators'),
  )
  return { ...whole, paths: Object.fromEntries(paths) }
}
