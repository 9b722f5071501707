import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const entry = 'virtual:nothing-but-react'
const code = `
  import { createElement } from 'react'
  import { hydrateRoot } from 'react-dom/client'
  hydrateRoot(document.body, createElement('p'))`

/** What any page that React takes over in the browser loads, in bytes of gzip: an empty one, built as ours. */
export async function weighReactFloor(): Promise<number> {
  const written = (await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? `\0${entry}.js` : undefined),
        load: (id) => (id === `\0${entry}.js` ? code : undefined),
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry } },
  })) as Rolldown.RolldownOutput // Neither a watcher nor several outputs were asked for.
  const scripts = written.output.filter((file) => file.type === 'chunk')
  return scripts.reduce((sum, script) => sum + gzipSync(script.code).length, 0)
}
