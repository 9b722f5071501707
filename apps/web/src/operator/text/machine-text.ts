/** "request_transfer" or "requestTransfer" as words: "Request transfer". */
export function textOf(name: string): string {
  const parted = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  const words = parted.replaceAll(/[_-]/g, ' ').toLowerCase()
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}
