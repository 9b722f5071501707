import type { FormEvent } from 'react'

/** A form that is sent by script alone; the browser neither checks nor sends anything itself. */
export const submitTo = (save: () => void) => ({
  method: 'post',
  noValidate: true,
  onSubmit: (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save()
  },
})
