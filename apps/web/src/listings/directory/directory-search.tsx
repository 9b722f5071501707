import { TextInput } from '@mantine/core'
import { readSearch } from '@pier/protocol/domains/pasted-name'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import styles from './filter-bar.module.css'

const typingMs = 400
const searchLengthMax = 100

type DirectorySearchProps = { value: string; onFind: (text: string) => void }

/** Searches as the user types, a moment after the last letter. */
export function DirectorySearch({ value, onFind }: DirectorySearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const isTyping = document.activeElement === input.current
    if (input.current && !isTyping) input.current.value = value // The address has changed.
  }, [value])

  const find = () => {
    clearTimeout(timer.current)
    const typed = input.current?.value.trim() ?? ''
    const text = readSearch(typed)
    if (text !== typed && input.current) input.current.value = text // Show it as it was understood.
    if (text !== value) onFind(text)
  }
  return (
    <TextInput
      ref={input}
      type="search"
      name="search"
      label="Search"
      placeholder="Name or part of a name"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={searchLengthMax}
      defaultValue={value}
      className={styles.search}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      onChange={() => {
        clearTimeout(timer.current)
        timer.current = setTimeout(find, typingMs)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') find()
      }}
    />
  )
}
