import { Copy } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

type CopyFieldProps = {
  label: string
  value: string
  /** Where it is read in groups and carried without the blanks. */
  copies?: string
}

/** Something to be carried elsewhere to the letter: read, and copied in one press. */
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
  /** What is selected where the browser does not copy. */
  text: RefObject<HTMLElement | null>
  /** What became of it, to be said beside it. */
  said: string | undefined
  copy: () => Promise<void>
}

/**
 * Copies in one press what is carried elsewhere to the letter; where the browser does not copy, selects it.
 *
 * @param what is copied, as the sentence that says it is selected begins: "It", "The key"
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
      // Browsers give no clipboard to pages without TLS; people can still take it by hand.
      console.warn('The text could not be copied', cause)
      if (text.current) getSelection()?.selectAllChildren(text.current)
      setSaid(`${what} is selected. Copy it with Ctrl and C, or ⌘ and C.`)
    }
  }

  return { text, said, copy }
}
