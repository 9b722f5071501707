/**
 * Events come in bursts: one transition of a loan publishes several. The first runs the work at
 * once; all others within the pause run it once more, after it.
 */
export function inTurn(work: () => void, restMs = 1000): () => void {
  let isResting = false
  let hasMore = false
  const follow = () => {
    isResting = true
    hasMore = false
    work()
    setTimeout(() => {
      isResting = false
      if (hasMore) follow()
    }, restMs)
  }
  return () => {
    if (isResting) hasMore = true
    else follow()
  }
}
