const texts: Record<number, string> = {
  2001: 'Command syntax error',
  2002: 'Command use error',
  2003: 'Required parameter missing',
  2004: 'Parameter value range error',
  2101: 'Unimplemented command',
  2103: 'Unimplemented extension',
  2105: 'Object is not eligible for renewal',
  2106: 'Object is not eligible for transfer',
  2200: 'Authentication error',
  2201: 'Authorization error',
  2202: 'Invalid authorization information',
  2300: 'Object pending transfer',
  2301: 'Object not pending transfer',
  2302: 'Object exists',
  2303: 'Object does not exist',
  2304: 'Object status prohibits operation',
  2306: 'Parameter value policy error',
  2307: 'Unimplemented object service',
  2400: 'Command failed',
  2501: 'Authentication error; server closing connection',
  2502: 'Session limit exceeded; server closing connection',
}

export class RegistryRefusal extends Error {
  readonly code: number
  readonly reason: string | undefined

  constructor(code: number, reason?: string) {
    super(texts[code] ?? 'Command failed')
    this.code = code
    this.reason = reason
  }
}
