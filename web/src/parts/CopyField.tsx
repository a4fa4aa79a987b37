import { Copy } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useTexts } from '../app/texts.ts'
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
  const i18n = useTexts()
  const { text, said, copy } = useCopy(copies, i18n.t('It’s selected. Press Ctrl+C or ⌘C to copy it.'))
  return (
    <div className="grid gap-1.5">
      <span className="font-medium text-label">{label}</span>
      <div className="flex items-start justify-between gap-3 rounded-control bg-canvas py-2 ps-4 pe-2">
        <code
          ref={text}
          className="min-w-0 self-center whitespace-pre-wrap break-all py-1 font-[inherit] tracking-[0.02em]"
        >
          {value}
        </code>
        <Button size="compact" aria-label={i18n.t('Copy: {label}', { label })} onClick={copy}>
          <Icon of={Copy} size={16} />
          {i18n.t('Copy')}
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
  isCopied: boolean
  /** The result, to be shown beside the button. */
  said: string | undefined
  copy: () => Promise<void>
}

/**
 * Copies a value, or selects it if the browser cannot copy.
 *
 * @param selected the message when the browser can't copy, and the text is selected instead
 */
export function useCopy(value: string, selected: string): Copying {
  const i18n = useTexts()
  const text = useRef<HTMLElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'selected'>()

  async function copy() {
    setOutcome(undefined)
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch (cause) {
      // Without TLS there is no clipboard API; the selected text can still be copied by hand.
      console.warn('We couldn’t copy the text', cause)
      if (text.current) getSelection()?.selectAllChildren(text.current)
      setOutcome('selected')
    }
  }

  const isCopied = outcome === 'copied'
  return { text, isCopied, said: isCopied ? i18n.t('Copied.') : outcome && selected, copy }
}
