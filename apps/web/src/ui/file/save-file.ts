/** Saves a text or a fetched file on the device, without another request. */
export function saveFile(name: string, content: string | Blob) {
  const url = URL.createObjectURL(new Blob([content]))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
