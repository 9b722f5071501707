const kept = 'operatorKeysOff'

/** Voice control may trigger letter keys by accident, so the shortcuts can be turned off. */
export const keysAreOn = () => localStorage.getItem(kept) === null

export function turnKeys(on: boolean) {
  if (on) localStorage.removeItem(kept)
  else localStorage.setItem(kept, '1')
}
