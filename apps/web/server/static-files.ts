import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, brotliOptions),
  gzip: (body: Buffer) => promisify(gzip)(body),
}
const encodings = ['br', 'gzip'] as const

type StaticFile = {
  plain: Buffer
  type: string
  cacheControl: string
  /** Filled at the first request for it. */
  compressed: Partial<Record<(typeof encodings)[number], Promise<Buffer>>>
}

/**
 * Keeps every built file in memory: together they are small. Only a path that was found at start
 * is ever served, so no path can climb out of the folder.
 */
export async function loadStaticFiles(folder: URL) {
  const root = decodeURI(folder.pathname)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.replace(/\/$/, '')}/${entry.name}`.slice(root.length))
  const files = new Map<string, StaticFile>()
  for (const path of paths) files.set(`/${path}`, await loadFile(root, path))

  return (pathname: string, request: IncomingMessage, response: ServerResponse): boolean => {
    const file = files.get(pathname)
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    void sendFile(file, request, response)
    return true
  }
}

const loadFile = async (root: string, path: string): Promise<StaticFile> => ({
  plain: await readFile(root + path),
  type: types[extname(path)] ?? 'application/octet-stream',
  // The names under assets/ carry a hash of the content, so they never change.
  cacheControl: path.startsWith('assets/')
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=3600',
  compressed: {},
})

async function sendFile(file: StaticFile, request: IncomingMessage, response: ServerResponse) {
  const accepted = request.headers['accept-encoding']?.toString() ?? ''
  const isText = file.type.includes('charset')
  const encoding = isText && encodings.find((name) => new RegExp(`\\b${name}\\b`).test(accepted))
  const body = encoding
    ? await (file.compressed[encoding] ??= compressors[encoding](file.plain))
    : file.plain
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': body.length,
    'cache-control': file.cacheControl,
    ...(isText && { vary: 'accept-encoding' }),
    ...(encoding && { 'content-encoding': encoding }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
