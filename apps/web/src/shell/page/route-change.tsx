import { limits } from '@pier/protocol/limits'
import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { overOf } from '../address/over.ts'
import { mainId } from './skip-link.tsx'

/**
 * When the path changes: scrolls to the top, and moves focus to the heading. A hash leads to its
 * target instead, smoothly if the page stays the same. A dialog that opens over the page or closes
 * again moves focus itself.
 */
export function RouteChange() {
  const { pathname, search, hash, key, state } = useLocation()
  const type = useNavigationType()
  const page = pathname + search
  const over = overOf(state)
  const last = useRef({ pathname, page, key, over })

  useEffect(() => {
    const before = last.current
    last.current = { pathname, page, key, over }
    const opened = before.key === key
    const samePath = before.pathname === pathname
    // The browser itself scrolls to an existing target, and back to where the page was left.
    if (opened || (type === NavigationType.Pop && samePath)) return waitForMissing(hash)

    if (over !== null || before.over === page) return undefined
    const letGo = samePath ? undefined : goToTop()
    if (!hash && letGo) return letGo
    letGo?.()
    if (hash) return whenPresent(hash, (target) => goTo(target, { smooth: samePath }))
    if (before.page === page) window.scrollTo({ top: 0, behavior: behaviorOf({ smooth: true }) })
    return undefined
  }, [pathname, page, hash, key, over, type])
  return null
}

function goToTop() {
  window.scrollTo({ top: 0, behavior: 'instant' })
  focusHeading()
  return keepFocus()
}

function focusHeading() {
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

const focusMs = 10_000

/**
 * The heading of a skeleton goes when the page comes. Focus would fall to the body, or to the screen,
 * which takes what is lost in it. Ends at the first input.
 */
function keepFocus() {
  const observer = new MutationObserver(() => {
    const at = document.activeElement
    const isLost = at === document.body || at?.id === mainId
    if (isLost && !document.querySelector('[role="dialog"]')) focusHeading()
  })
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    moved.abort()
  }
  const moved = atFirst(['keydown', 'pointerdown'], stop)
  const timer = setTimeout(stop, focusMs)
  observer.observe(document.body, { childList: true, subtree: true })
  return stop
}

function goTo(target: HTMLElement, { smooth }: { smooth: boolean }) {
  target.scrollIntoView({ behavior: behaviorOf({ smooth }) })
  target.focus({ preventScroll: true })
  return smooth ? undefined : holdInPlace(target)
}

const holdMs = 5000

/** What is above the target may still load and move it; ends at the reader's first input. */
function holdInPlace(target: HTMLElement) {
  const observer = new ResizeObserver(() => target.scrollIntoView({ behavior: 'instant' }))
  const release = () => {
    observer.disconnect()
    moved.abort()
    clearTimeout(timer)
  }
  const moved = atFirst(['wheel', 'touchmove', 'keydown', 'pointerdown'], release)
  const timer = setTimeout(release, holdMs)
  observer.observe(document.body)
  return release
}

/** By themselves they do nothing. Control makes a screen reader silent. */
const modifiers = new Set(['Alt', 'Control', 'Meta', 'Shift'])

function atFirst(inputs: readonly string[], act: () => void) {
  const listening = new AbortController()
  for (const input of inputs) {
    const unlessModifier = (event: Event) => {
      if (!(event instanceof KeyboardEvent && modifiers.has(event.key))) act()
    }
    window.addEventListener(input, unlessModifier, { passive: true, signal: listening.signal })
  }
  return listening
}

function behaviorOf({ smooth }: { smooth: boolean }): ScrollBehavior {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  return smooth && !isStill ? 'smooth' : 'instant'
}

function waitForMissing(hash: string) {
  if (!hash || findTarget(hash)) return undefined
  return whenPresent(hash, (target) => goTo(target, { smooth: false }))
}

const findTarget = (hash: string) => document.getElementById(hash.slice(1))

type Release = (() => void) | undefined

/** Calls back once, as soon as the target of the hash is on the page; gives up after a while. */
function whenPresent(hash: string, onPresent: (target: HTMLElement) => Release) {
  const target = findTarget(hash)
  if (target) return onPresent(target)
  let release: Release
  const observer = new MutationObserver(() => {
    const arrived = findTarget(hash)
    if (!arrived) return
    stop()
    release = onPresent(arrived)
  })
  const timer = setTimeout(() => observer.disconnect(), limits.hashScrollTimeoutMs)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    release?.()
  }
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['id'] })
  return stop
}
