/**
 * Opens a payment page in a new window. Browsers allow that only during the click itself, so it is
 * opened before the server is asked; if it is blocked, this page goes there instead.
 */
export async function openPayment(askForUri: () => Promise<string>): Promise<void> {
  const opened = window.open('about:blank', '_blank')
  try {
    const uri = await askForUri()
    if (!isPaymentPage(uri)) throw new Error('Not the address of a payment page')
    if (!opened) return window.location.assign(uri)
    opened.opener = null // The provider's page must not reach ours.
    opened.location.replace(uri)
  } catch (error) {
    opened?.close()
    throw error
  }
}

/** Plain http only where our own page is: on a developer's machine. */
function isPaymentPage(uri: string): boolean {
  const protocol = URL.parse(uri)?.protocol
  return protocol === 'https:' || (protocol === 'http:' && window.location.protocol === 'http:')
}
