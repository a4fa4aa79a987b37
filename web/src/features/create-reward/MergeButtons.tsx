import type { MergeField } from '@laurel/domain/message-merge'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'

type MergeButtonsProps = { fields: readonly MergeField[]; onPut: (field: MergeField) => void }

/** Buttons that insert merge fields. */
export function MergeButtons({ fields, onPut }: MergeButtonsProps) {
  const i18n = useTexts()

  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="text-label">{i18n.t('Insert')}</span>
      {fields.map((field) => (
        <Button
          key={field}
          size="compact"
          // Keep the field's focus and caret.
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
 * The field's text with words inserted at its caret, replacing a selection. The caret
 * moves behind them once the field shows the new text.
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
