/** Another process, which calls a server while that one is busy, and tells what it was told. */
const [port] = process.argv.slice(2)
process.once('message', () => {
  void fetch(`http://127.0.0.1:${port}/`, { method: 'POST' })
    .then((reply) => reply.text())
    .catch((error: Error) => `${error.message}: ${String(error.cause)}`)
    .then((told) => process.send?.(told))
    .finally(() => process.disconnect())
})
process.send?.('ready')
