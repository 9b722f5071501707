/** A token that a browser takes for good; no server is there to look at its signature. */
export const lastingToken = (seconds = 900) => {
  const iat = Math.floor(Date.now() / 1000)
  return `head.${btoa(JSON.stringify({ iat, exp: iat + seconds }))}.signature`
}
