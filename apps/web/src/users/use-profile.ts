import { limits } from '@pier/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, failureText, messageOf } from '../api/client/api-error.ts'
import { call } from '../api/client/client.ts'
import { type Self, userKeys } from '../api/users.ts'
import { usePage } from '../shell/page/page-context.tsx'
import { useStepUp } from '../shell/action/step-up-provider.tsx'
import { useOnce } from '../ui/form/use-once.ts'
import { bodyOf, checkProfile, isProfileField, type Profile, profileOf } from './profile.ts'
import type { ProfileErrors } from './profile.ts'

/**
 * Which button was clicked. All of them save the same; it decides which one is busy and whether the
 * passwords are checked.
 */
export type SaveButton = 'picture' | 'password' | 'contract' | 'address'

export type ProfileForm = ReturnType<typeof useProfile>

/** The profile with the unsaved edits, and the one save behind all its buttons. */
export function useProfile(self: Self, { onSaved }: { onSaved?: () => void } = {}) {
  const [edits, setEdits] = useState<Partial<Profile>>({})
  const [errors, setErrors] = useState<ProfileErrors>({})
  const [pressed, setPressed] = useState<SaveButton | null>(null)
  const { busy, run } = useOnce(limits.loadingClearMs)
  const submit = useSubmit()
  const profile = { ...profileOf(self), ...edits }
  useFocusOnFirst(errors)

  const edit = (change: Partial<Profile>) => {
    setEdits((before) => ({ ...before, ...change }))
    const touched = Object.keys(change).map((name) => [name, undefined])
    setErrors((before) => ({ ...before, ...Object.fromEntries(touched) }))
  }
  const save = (button: SaveButton, change: Partial<Profile> = {}) => {
    const saved = { ...profile, ...change }
    const found = checkProfile(saved, { isPassword: button === 'password' })
    edit(change)
    setErrors(found)
    setPressed(button)
    if (Object.keys(found).length > 0) return
    void run(async () => {
      const answer = await submit(saved)
      if (answer !== 'saved') return setErrors(answer)
      setEdits({})
      onSaved?.()
    })
  }
  return {
    profile,
    errors,
    edit,
    save,
    isBusy: (button: SaveButton) => busy && pressed === button,
  }
}

/** Saves it and shows the result in the banner. Returns the server's errors about fields. */
function useSubmit() {
  const queries = useQueryClient()
  const confirm = useStepUp()
  const { setLoading, setSuccess, setPageError } = usePage()

  return async (profile: Profile): Promise<'saved' | ProfileErrors> => {
    setLoading(true)
    try {
      const body = bodyOf(profile)
      const answer = await confirm('Save the profile', () => call('POST /users/profile', { body }))
      if (answer === undefined) return {}
      setSuccess('Profile saved')
      const changed = profile.newPassword ? [userKeys.self, userKeys.sessions] : [userKeys.self]
      await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
      return 'saved'
    } catch (error) {
      setPageError(failureText('Your settings could not be saved', error))
      const field = error instanceof ApiError ? error.body.field : undefined
      return isProfileField(field) ? { [field]: messageOf(error) } : {}
    } finally {
      setLoading(false)
    }
  }
}

function useFocusOnFirst(errors: ProfileErrors) {
  useEffect(() => {
    const first = Object.entries(errors).find(([, error]) => error)?.[0]
    if (first) document.querySelector<HTMLElement>(`form [name="${first}"]`)?.focus()
  }, [errors])
}
