import { inspect } from 'node:util'

/** A value that prints as `[secret]` wherever it is printed, and is read only by asking for it. */
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
