import desk from './desk.module.css'

/** Raw data, one line per key. */
export const RawData = ({ data }: { data: Record<string, unknown> }) =>
  Object.keys(data).length === 0 ? (
    <p className={desk.quiet}>Nothing.</p>
  ) : (
    <pre className={desk.raw}>
      {Object.entries(data)
        .map(([key, value]) => `${key}: ${asText(value)}`)
        .join('\n')}
    </pre>
  )

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
