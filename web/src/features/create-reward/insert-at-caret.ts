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
