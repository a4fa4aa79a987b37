/**
 * What one pressed may be gone with what was decided: the keyboard then goes on from the screen's
 * beginning, not from the browser's. Runs after a dialog has given the focus back.
 */
export function keepPlace(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost) document.getElementById('main')?.focus({ preventScroll: true })
    }),
  )
}
