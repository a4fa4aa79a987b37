import { ArrowUp, Square } from 'lucide-react'
import type { RefObject } from 'react'
import { useTexts } from '../../app/texts.ts'
import { Icon } from '../../parts/Icon.tsx'

/** The server’s limit. */
const MAX_CHARACTERS = 4_000

type ComposerProps = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
  onSend: () => void
  /** While an answer is being written, the button stops it. */
  onStop: (() => void) | undefined
}

/** Enter sends the message; Shift and Enter starts a new line. */
export function Composer({ field, text, onText, onSend, onStop }: ComposerProps) {
  const i18n = useTexts()

  return (
    <form
      className="flex min-h-[52px] items-end gap-2 rounded-[16px] bg-surface py-1 ps-4 pe-1.5 shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:shadow-[inset_0_0_0_1px_var(--accent-line),0_0_0_3px_var(--accent-wash)]"
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <textarea
        ref={field}
        value={text}
        rows={1}
        maxLength={MAX_CHARACTERS}
        placeholder={i18n.t('Ask a question or describe an order')}
        aria-label={i18n.t('Message')}
        className="field-sizing-content max-h-36 min-h-[42px] min-w-0 flex-1 resize-none bg-transparent py-2 outline-none"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          onSend()
        }}
      />
      {onStop ? (
        <button type="button" aria-label={i18n.t('Stop answer')} onClick={onStop} className={SEND}>
          <Icon of={Square} size={18} />
        </button>
      ) : (
        <button type="submit" aria-label={i18n.t('Send message')} className={SEND}>
          <Icon of={ArrowUp} />
        </button>
      )}
    </form>
  )
}

const SEND =
  'grid size-[42px] flex-none place-items-center rounded-[12px] bg-sunken hover:bg-line touch:size-11'
