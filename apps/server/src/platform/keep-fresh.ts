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

/**
 * For what takes long to read where there is much of it. It is kept for this time, and for longer if
 * reading it would else take more than a fiftieth of the time of a connection. While it is read again,
 * what was kept is given out for as long once more, so that nobody waits who does not have to.
 */
export function keepCostly<T>(read: () => Promise<T>, ageMsMin: number): () => Promise<T> {
  let kept: { value: T; at: number; ageMs: number } | undefined
  const refresh = keepFresh(async () => {
    const at = performance.now()
    const value = await read()
    kept = { value, at, ageMs: Math.max(ageMsMin, (performance.now() - at) * 50) }
    return value
  }, 0)
  return () => {
    if (!kept) return refresh()
    const age = performance.now() - kept.at
    if (age <= kept.ageMs) return Promise.resolve(kept.value)
    const fresh = refresh()
    if (age > 2 * kept.ageMs) return fresh
    fresh.catch(() => {}) // Whoever comes after that time waits for the next try, and is told.
    return Promise.resolve(kept.value)
  }
}
