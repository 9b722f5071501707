import {
  Children,
  cloneElement,
  isValidElement,
  type ReactElement,
  type ReactNode,
  use,
} from 'react'
import { Scripts as routersScripts } from 'react-router'
import { NonceContext } from '../../ui/theme/nonce-context.ts'

type Element = ReactElement<{ children?: ReactNode; href?: string }>

/**
 * The scripts of a page that can be read without them: on a poor line the style and the fonts come
 * first. (One that shows only a frame without them is there sooner if all come at once.) The router
 * asks for its files in the head, beside them, and has no setting for it. A script in the page waits
 * for the style above it, so this one asks for the files once that is there; what stands below it
 * waits with it.
 */
export function LateScripts(): ReactNode {
  const nonce = use(NonceContext)
  const scripts: ReactNode = routersScripts({})
  if (!isValidElement(scripts)) return null
  const files: string[] = []
  const rest = withoutLinks(scripts as Element, files)
  return (
    <>
      <script
        nonce={nonce}
        suppressHydrationWarning
        // oxlint-disable-next-line react/no-danger -- The names of our own files, from the build.
        dangerouslySetInnerHTML={{ __html: askFor(files) }}
      />
      {rest}
    </>
  )
}

const askFor = (files: readonly string[]) =>
  `for (const href of ${JSON.stringify(files)})
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))`

function withoutLinks(element: Element, files: string[]): ReactNode {
  const { children, href } = element.props
  if (element.type === 'link' && href !== undefined) {
    files.push(href)
    return null
  }
  if (typeof element.type === 'string' || children === undefined) return element
  return cloneElement(
    element,
    {},
    ...Children.toArray(children).map((child) =>
      isValidElement(child) ? withoutLinks(child as Element, files) : child,
    ),
  )
}
