import { type RefObject, useEffect } from 'react'

/** At most 4° each way. */
const LEAN_X_DEGREES = 7
const LEAN_Y_DEGREES = 8

/** The card leans towards the pointer, a little, and not for those who asked for less motion. */
export function useLean(ref: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const card = ref.current
    const around = card?.parentElement
    if (!isOn || !card || !around || matchMedia('(prefers-reduced-motion: reduce)').matches) return

    const lean = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      const box = card.getBoundingClientRect()
      const x = half((event.clientX - box.x) / box.width - 0.5)
      const y = half((event.clientY - box.y) / box.height - 0.5)
      card.style.setProperty('--lean-x', `${(-y * LEAN_X_DEGREES).toFixed(2)}deg`)
      card.style.setProperty('--lean-y', `${(x * LEAN_Y_DEGREES).toFixed(2)}deg`)
    }
    const settle = () => {
      card.style.removeProperty('--lean-x')
      card.style.removeProperty('--lean-y')
    }
    around.addEventListener('pointermove', lean)
    around.addEventListener('pointerleave', settle)
    return () => {
      around.removeEventListener('pointermove', lean)
      around.removeEventListener('pointerleave', settle)
      settle()
    }
  }, [ref, isOn])
}

function half(share: number): number {
  return Math.max(-0.5, Math.min(0.5, share))
}
