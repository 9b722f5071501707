/** Where a login at the console leads: to a page of the console, and else to its start. */
export function operatorPath(hash: string): string {
  const from = new URLSearchParams(hash.slice(1)).get('from') ?? ''
  const isOurs = /^\/operator(?:[/?]|$)/.test(from) && !/^\/operator\/(?:login|join)/.test(from)
  return isOurs ? from : '/operator'
}
