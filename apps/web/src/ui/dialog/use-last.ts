import { useState } from 'react'

/** While a dialog fades out, it still shows what it was opened with. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
