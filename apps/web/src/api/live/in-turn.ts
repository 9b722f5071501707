/**
 * News come in bursts: one step of a loan tells of a balance, of two loans and of three letters. The
 * first is followed at once, the rest of the burst together, after it.
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
