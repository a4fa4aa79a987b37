/** Whether what is pressed or pasted belongs to a text field, or to a dialog over the screen. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.closest('input:not([type=checkbox]), textarea, [contenteditable=true], [role=dialog]') !== null ||
      document.querySelector('[role=dialog], [role=alertdialog]') !== null)
  )
}
