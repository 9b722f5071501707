/** One read at a time, shared by concurrent callers, and cached briefly. */
export function keepFresh<T>(read: () => Promise<T>, ageMsMax: number): () => Promise<T> {
  let kept: { value: T; at: number } | undefined
  let reading: Promise<T> | undefined
  return () => {
    if (kept && performance.now() - kept.at <= ageMsMax) return Promise.resolve(kept.value)
    const startedAt = performance.now()
    reading ??= read()
      .then((value) => {
        kept = { value, at: startedAt }
        return value
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }
}
