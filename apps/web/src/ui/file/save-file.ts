/** Offers a text or what was fetched to be saved as a file, without another server seeing it. */
export function saveFile(name: string, content: string | Blob) {
  const url = URL.createObjectURL(new Blob([content]))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
