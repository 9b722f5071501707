import { Button, type ButtonProps } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy } from '@tabler/icons-react'

type CopyButtonProps = Pick<ButtonProps, 'variant' | 'size'> & {
  text: string
  /** What is copied, where there are several: "the host". */
  what?: string
}

export function CopyButton({ text, what, ...button }: CopyButtonProps) {
  const clipboard = useClipboard()
  const word = clipboard.copied ? 'Copied' : 'Copy'
  return (
    <Button
      {...button}
      aria-label={what && `${word} ${what}`}
      leftSection={<IconCopy size={18} aria-hidden="true" />}
      onClick={() => clipboard.copy(text)}
    >
      <span aria-live="polite">{word}</span>
    </Button>
  )
}
