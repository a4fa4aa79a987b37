import { Checkbox } from '../../../parts/Checkbox.tsx'
import { letterName, letterPlace } from './batch-words.ts'
import type { Letter } from './fulfillment.queries.ts'

type LetterChoiceProps = {
  label: string
  letters: readonly Letter[]
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}

/** Letters to tick, with what the carrier says about their addresses. What is ticked on another page stays. */
export function LetterChoice({ label, letters, chosen, onChange }: LetterChoiceProps) {
  function toggle(id: number, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <ul aria-label={label} className="max-h-[40vh] overflow-y-auto border-line border-y">
      {letters.map((letter) => (
        <li key={letter.id} className="border-line border-b px-1 py-1 last:border-b-0">
          <Checkbox
            isSelected={chosen.has(letter.id)}
            onChange={(isChosen) => toggle(letter.id, isChosen)}
            aria-label={`${letterName(letter)}, ${letter.reference}`}
          >
            <span className="block break-words font-medium">
              {letterName(letter)}{' '}
              <span className="font-normal text-muted text-small">{letter.reference}</span>
            </span>
            <span className="block break-words text-muted text-small">{letterPlace(letter)}</span>
            {letter.addressWarning && (
              <span className="block text-small text-warn">{letter.addressWarning}</span>
            )}
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}
