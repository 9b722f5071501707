import type { TraceSettings } from '@pier/telemetry/otlp'
import { z } from 'zod'

const port = z.coerce.number<string>().int().min(0).max(65_535)

/** The variables that the web server reads. */
export const webEnvironment = z.object({
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:3000')
    .describe('The address that people open.'),
  HOST: z.string().default('127.0.0.1').describe('The address on which it listens.'),
  PORT: port.default(3000).describe('The port on which it listens.'),
  API_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:4000')
    .describe('Where the API is.'),
  TRUSTED_PROXY_HOPS: z.coerce
    .number<string>()
    .int()
    .min(0)
    .max(5)
    .default(0)
    .describe('How many proxies of ours stand in front: 1 behind nginx or Caddy.'),
  DRAIN_SECONDS: z.coerce
    .number<string>()
    .min(0)
    .max(15)
    .default(0)
    .describe(
      'How long it still answers when it is to stop, so that others are asked: 5 behind a proxy.',
    ),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  ACCESS_LOG: z
    .enum(['on', 'off'])
    .default('on')
    .describe('A line for each request, at level info, without paths and addresses.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('As for the API: a collector of traces.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,=]*(,[\w-]+=[^,=]*)*$/)
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number<string>().min(0).max(1).default(1),
})

function tracesOf(env: z.output<typeof webEnvironment>): TraceSettings | undefined {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined
  return {
    endpoint: new URL(env.OTEL_EXPORTER_OTLP_ENDPOINT),
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? '',
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** Everything wrong is named in one error. */
export function readWebConfig(source: Record<string, string | undefined>) {
  // A line that was left empty says nothing: read as a number it would be 0.
  const said = Object.entries(source).filter(([, value]) => value !== '')
  const parsed = webEnvironment.safeParse(Object.fromEntries(said))
  if (!parsed.success) throw new Error(`Configuration:\n${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  const publicOrigin = new URL(env.PUBLIC_ORIGIN)
  return {
    port: env.PORT,
    host: env.HOST,
    apiOrigin: new URL(env.API_ORIGIN),
    publicHost: publicOrigin.host,
    trustedProxyHops: env.TRUSTED_PROXY_HOPS,
    https: publicOrigin.protocol === 'https:',
    drainMs: 1000 * env.DRAIN_SECONDS,
    logLevel: env.LOG_LEVEL,
    hasAccessLog: env.ACCESS_LOG === 'on',
    traces: tracesOf(env),
  }
}
