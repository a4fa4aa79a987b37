import { type RefObject, useRef, useState } from 'react'

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
