/** A token that the browser accepts as valid; no server checks its signature. */
export const lastingToken = (seconds = 900) => {
  const iat = Math.floor(Date.now() / 1000)
  return `head.${btoa(JSON.stringify({ iat, exp: iat + seconds }))}.signature`
}
