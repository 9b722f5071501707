import { inspect } from 'node:util'

/** A value that prints as `[secret]` everywhere; `reveal` is the only way to read it. */
export type Secret = { reveal: () => string; toString: () => string }

export function makeSecret(value: string): Secret {
  const hide = () => '[secret]'
  return Object.freeze({
    reveal: () => value,
    toString: hide,
    toJSON: hide,
    [inspect.custom]: hide,
  })
}
