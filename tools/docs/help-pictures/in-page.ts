/**
 * What runs inside of the page. Each function is sent there alone, so it can use nothing from
 * here. The types of browsers and of Node.js do not go together, so these few are written down.
 */
type Shown = {
  tagName: string
  nodeType: number
  textContent: string | null
  style?: Record<string, string>
  children: Iterable<Shown>
  childNodes: Iterable<Shown>
  parentElement: Shown | null
  hasAttribute: (name: string) => boolean
  getAttribute: (name: string) => string | null
  getBoundingClientRect: () => { x: number; y: number; width: number; height: number }
}
declare const document: {
  activeElement: { blur?: () => void } | null
  documentElement: { hasAttribute: (name: string) => boolean; dataset: Record<string, string> }
  fonts: { status: string }
  querySelector: (selector: string) => Shown | null
  getAnimations: () => { playState: string }[]
}
declare const localStorage: {
  getItem: (name: string) => string | null
  setItem: (name: string, value: string) => void
}
declare const getComputedStyle: (element: Shown) => { backgroundColor: string }
declare const scrollX: number
declare const scrollY: number

/** The page is hydrated, and nothing on it is loading or moving. */
export const isSettled = () =>
  document.documentElement.hasAttribute('data-live') &&
  !document.querySelector('[aria-busy="true"]') &&
  document.fonts.status === 'loaded' &&
  document.getAnimations().every(({ playState }) => playState !== 'running')

export const hasScheme = (scheme: string) =>
  document.documentElement.dataset['mantineColorScheme'] === scheme

export function saveTokens(tokens: Record<string, string>) {
  for (const [name, value] of Object.entries(tokens)) localStorage.setItem(name, value)
}

export type LoanRow = { id: string; domain: string }

export async function listLoans(): Promise<LoanRow[]> {
  const headers = {
    'x-access-token': localStorage.getItem('token') ?? '',
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ page: 1, limit: 100 })
  const lists = await Promise.all(
    ['borrower', 'lender'].map(async (side) => {
      const reply = await fetch(`/api/escrow/${side}`, { method: 'POST', headers, body })
      return ((await reply.json()) as { escrows: LoanRow[] }).escrows
    }),
  )
  return lists.flat()
}

/** The elements and the text, line by line. */
export function outlineOf(root: Shown): string {
  const lines: string[] = []
  const told = ['role', 'type', 'aria-label', 'placeholder', 'aria-disabled', 'aria-current']
  const walk = (node: Shown, depth: number) => {
    const indent = ' '.repeat(depth)
    const text = (node.textContent ?? '').trim()
    if (node.nodeType === 3 && text) lines.push(`${indent}"${text}"`)
    if (node.nodeType !== 1) return
    const attributes = told
      .filter((name) => node.hasAttribute(name))
      .map((name) => `${name}=${node.getAttribute(name)}`)
    const tag = node.tagName.toLowerCase()
    lines.push([indent + tag, ...attributes].join(' '))
    // A drawing and a time are one thing: what is in them depends on the figures.
    if (tag !== 'svg' && tag !== 'time') {
      for (const child of node.childNodes) walk(child, depth + 1)
    }
  }
  walk(root, 0)
  return lines.join('\n')
}

/** Hides what is around the element, so that its round corners show nothing; returns its box. */
export function standAlone(element: Shown) {
  document.activeElement?.blur?.()
  // A part of a card has the card's colour, in both schemes.
  if (element.style && getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)')
    element.style['background'] = 'var(--surface)'
  const hide = { background: 'transparent', boxShadow: 'none', borderColor: 'transparent' }
  for (let inner = element; inner.parentElement; inner = inner.parentElement) {
    const around = inner.parentElement
    if (around.style) Object.assign(around.style, hide)
    for (const each of around.children) {
      if (each !== inner && each.style) each.style['visibility'] = 'hidden'
    }
  }
  const { x, y, width, height } = element.getBoundingClientRect()
  return {
    x: Math.floor(x + scrollX),
    y: Math.floor(y + scrollY),
    width: Math.ceil(width),
    height: Math.ceil(height),
  }
}
