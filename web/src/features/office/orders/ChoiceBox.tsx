import { Check, Minus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Icon } from '../../../parts/Icon.tsx'

type ChoiceBoxProps = {
  label: string
  isChosen: boolean
  /** Some of them are. */
  isPartly?: boolean
  onChoose: (withShift: boolean) => void
}

/** A box of a list of many: a browser's own, so that Shift is known when it is pressed. */
export function ChoiceBox({ label, isChosen, isPartly = false, onChoose }: ChoiceBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly && !isChosen
  }, [isPartly, isChosen])
  return (
    <label className="group relative inline-grid min-h-9 min-w-9 shrink-0 cursor-pointer place-content-center place-items-center touch:min-h-11 touch:min-w-11">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        onChange={(event) => onChoose((event.nativeEvent as MouseEvent).shiftKey === true)}
        className="peer absolute inset-0 cursor-pointer opacity-0"
      />
      <span className="grid size-5 place-items-center rounded-[4px] border border-line-strong bg-surface text-white group-hover:border-muted peer-checked:border-accent-line peer-checked:bg-accent-line peer-indeterminate:border-accent-line peer-indeterminate:bg-accent-line peer-focus-visible:outline-2 peer-focus-visible:outline-accent-line peer-focus-visible:outline-offset-2">
        {(isChosen || isPartly) && <Icon of={isChosen ? Check : Minus} size={15} className="stroke-3" />}
      </span>
    </label>
  )
}
