import { Copy } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

type CopyFieldProps = {
  label: string
  value: string
  /** The text to copy, if it is shown with spaces. */
  copies?: string
}

/** A value that must be exact elsewhere, with a button that copies it. */
export function CopyField({ label, value, copies = value }: CopyFieldProps) {
  const { text, said, copy } = useCopy(copies, 'It')
  return (
    <div className="grid gap-1.5">
      <span className="font-medium text-label">{label}</span>
      <div className="flex items-start justify-between gap-3 rounded-control bg-canvas py-2 ps-4 pe-2">
        <code ref={text} className="min-w-0 self-center break-all py-1 font-[inherit] tracking-[0.02em]">
          {value}
        </code>
        <Button size="compact" aria-label={`Copy ${label.toLowerCase()}`} onClick={copy}>
          <Icon of={Copy} size={16} />
          Copy
        </Button>
      </div>
      <p role="status" className="text-muted text-small empty:hidden">
        {said}
      </p>
    </div>
  )
}

type Copying = {
  /** Selected if the browser cannot copy. */
  text: RefObject<HTMLElement | null>
  /** The result, to be shown beside the button. */
  said: string | undefined
  copy: () => Promise<void>
}

/**
 * Copies a value, or selects it if the browser cannot copy.
 *
 * @param what the subject of the message that it is selected: "It", "The key"
 */
export function useCopy(value: string, what: string): Copying {
  const text = useRef<HTMLElement>(null)
  const [said, setSaid] = useState<string>()

  async function copy() {
    setSaid(undefined)
    try {
      await navigator.clipboard.writeText(value)
      setSaid('Copied.')
    } catch (cause) {
      // Without TLS there is no clipboard API; the selected text can still be copied by hand.
      console.warn('We couldn’t copy the text', cause)
      if (text.current) getSelection()?.selectAllChildren(text.current)
      setSaid(`${what} is selected. Copy it with Ctrl and C, or ⌘ and C.`)
    }
  }

  return { text, said, copy }
}
