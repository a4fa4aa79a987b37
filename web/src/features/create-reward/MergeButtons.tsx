import type { MergeField } from '@laurel/domain/message-merge'
import { Button } from '../../parts/Button.tsx'

type MergeButtonsProps = { fields: readonly MergeField[]; onPut: (field: MergeField) => void }

/** What can be filled in for each person, one press each. */
export function MergeButtons({ fields, onPut }: MergeButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="text-label">Put in</span>
      {fields.map((field) => (
        <Button
          key={field}
          size="compact"
          // The field keeps the focus and its caret.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPut(field)}
        >
          {field}
        </Button>
      ))}
    </div>
  )
}

/**
 * The field's text with words put in at its caret, in place of what is selected. The caret is
 * moved behind them once the field shows the new text.
 */
export function insertAtCaret(field: HTMLInputElement | HTMLTextAreaElement, words: string): string {
  const start = field.selectionStart ?? field.value.length
  const end = field.selectionEnd ?? start
  const caret = start + words.length
  requestAnimationFrame(() => {
    field.focus()
    field.setSelectionRange(caret, caret)
  })
  return field.value.slice(0, start) + words + field.value.slice(end)
}
