import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Scripts } from 'react-router'

type Element = ReactElement<{ children?: ReactNode; fetchPriority?: 'low' }>

/**
 * The scripts of the page, which it can be read without: on a poor line the style and the fonts come
 * first. The router asks for all at once and has no setting for it.
 */
export function LateScripts(): ReactNode {
  const scripts: ReactNode = Scripts({})
  return isValidElement(scripts) ? wait(scripts as Element) : null
}

function wait(element: Element): ReactElement {
  if (element.type === 'link') return cloneElement(element, { fetchPriority: 'low' })
  const { children } = element.props
  if (typeof element.type === 'string' || children === undefined) return element
  return cloneElement(
    element,
    {},
    ...Children.toArray(children).map((child) =>
      isValidElement(child) ? wait(child as Element) : child,
    ),
  )
}
