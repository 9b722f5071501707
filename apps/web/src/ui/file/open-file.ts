import { saveFile } from './save-file.ts'

/** Types a browser shows without running any of it. Everything else is saved. */
const shown: ReadonlySet<string> = new Set(['application/pdf', 'image/png', 'image/jpeg'])
const keepMs = 60_000

type Fetched = { name: string; content: Blob }

/**
 * Shows a file that is still to be fetched in its own tab. The tab is opened at once, during the
 * click: browsers block it later. If it is blocked, the file is saved.
 */
export async function openFile(fetchFile: () => Promise<Fetched>): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const { name, content } = await fetchFile()
    if (tab && shown.has(content.type)) return showIn(tab, content)
    tab?.close()
    saveFile(name, content)
  } catch (error) {
    tab?.close()
    throw error
  }
}

function showIn(tab: Window, content: Blob) {
  const url = URL.createObjectURL(content)
  tab.location.replace(url)
  setTimeout(() => URL.revokeObjectURL(url), keepMs)
}
