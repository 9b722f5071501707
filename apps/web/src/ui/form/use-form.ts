import { useMounted } from '@mantine/hooks'
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { useOnce } from './use-once.ts'

export type Values<Name extends string> = Record<Name, string>
/** Returns what is wrong with a field, or null. */
export type Checks<Name extends string> = Record<
  Name,
  (value: string, all: Values<Name>) => string | null
>

type FormOptions<Name extends string> = {
  checks: Checks<Name>
  clearMs: number
  submit: (values: Values<Name>, form: HTMLFormElement) => Promise<void>
}

/**
 * A form that keeps its values in the fields themselves, so that what was typed before the script
 * loaded is not lost. It checks a field on blur and all of them on submit. Until the page is live
 * its button does not submit: the browser never sends a password on its own.
 */
export function useForm<Name extends string>({ checks, clearMs, submit }: FormOptions<Name>) {
  const live = useMounted()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Partial<Values<Name>>>({})
  const { busy, run } = useOnce(clearMs)
  const names = Object.keys(checks) as Name[] // Object.keys returns string[].

  const read = () => {
    const data = new FormData(form.current ?? undefined)
    const entries = names.map((name) => {
      const value = data.get(name)
      return [name, typeof value === 'string' ? value : '']
    })
    return Object.fromEntries(entries) as Values<Name> // One value for each name, by construction.
  }

  /** Checks the given fields, shows the errors and focuses the first invalid field. */
  const check = (toCheck: Name[], { focus }: { focus: boolean }) => {
    const values = read()
    const found = toCheck.map((name) => [name, checks[name](values[name], values)] as const)
    setErrors((before) => ({ ...before, ...Object.fromEntries(found) }))
    const first = found.find(([, error]) => error)?.[0]
    if (first && focus) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return first ? null : values
  }

  /** Sets the server's error about a field, or clears it once the field was changed. */
  const mark = (name: Name, error: string | null) => {
    setErrors((before) => ({ ...before, [name]: error }))
    if (error) form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }

  const onBlur = ({ target, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    // An error that appears under the pointer would move the button away from the click.
    if (relatedTarget instanceof Element && relatedTarget.closest('a, button')) return
    const name = names.find((known) => known === target.getAttribute('name'))
    if (name) check([name], { focus: false })
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = check(names, { focus: true })
    const element = form.current
    if (values && element) void run(() => submit(values, element))
  }

  return {
    busy,
    run,
    check,
    mark,
    formProps: { ref: form, method: 'post', noValidate: true, onBlur, onSubmit },
    submitType: live ? ('submit' as const) : ('button' as const),
    field: (name: Name) => ({ name, error: errors[name] || undefined }),
  }
}
