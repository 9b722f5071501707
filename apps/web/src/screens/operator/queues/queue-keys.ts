const kept = 'operatorKeysOff'

/** Who speaks to their computer may press letters without wanting to, so keys can be turned off. */
export const keysAreOn = () => localStorage.getItem(kept) === null

export function turnKeys(on: boolean) {
  if (on) localStorage.removeItem(kept)
  else localStorage.setItem(kept, '1')
}
