import { LINE1_MAX, LINE2_MAX } from '@laurel/domain/card-design'
import { MERGE_FIELDS } from '@laurel/domain/message-merge'
import { useEffect, useRef, useState } from 'react'
import { TextField } from '../../../parts/TextField.tsx'
import { SAMPLE_PERSON } from '../card-look.ts'
import { insertAtCaret } from '../insert-at-caret.ts'
import { MergeButtons } from '../MergeButtons.tsx'
import type { DesignToolsProps } from './design-tools-props.ts'

type Line = 'line1' | 'line2'

/** The two lines on the card. What is put in goes where the caret last stood. */
export function WordTools({ design, rewardType, problems, onChange }: DesignToolsProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [last, setLast] = useState<Line>('line1')
  const isNamed = rewardType !== 'bulk' && [design.line1, design.line2].some((line) => line.includes('{'))

  // What is wrong is said while typing, and must not lie behind the bar at the foot.
  const wrong = problems[last]
  useEffect(() => {
    const input = ref.current?.querySelector<HTMLInputElement>(`input[name=${last}]`)
    if (wrong && document.activeElement === input) input?.scrollIntoView({ block: 'nearest' })
  }, [wrong, last])

  function put(field: string) {
    const input = ref.current?.querySelector<HTMLInputElement>(`input[name=${last}]`)
    if (input) onChange({ [last]: insertAtCaret(input, field) })
  }

  const line = (name: Line, label: string, max: number) => (
    <TextField
      label={label}
      name={name}
      aside={`${Array.from(design[name]).length} of ${max}`}
      value={design[name]}
      onChange={(value) => onChange({ [name]: value })}
      onFocus={() => setLast(name)}
      error={problems[name]}
      autoComplete="off"
      className="[&_input]:scroll-my-40"
    />
  )

  return (
    <div ref={ref} className="grid gap-4">
      {line('line1', 'First line', LINE1_MAX)}
      {line('line2', 'Second line', LINE2_MAX)}
      {rewardType !== 'bulk' && <MergeButtons fields={[MERGE_FIELDS[0], MERGE_FIELDS[1]]} onPut={put} />}
      <p className="text-muted text-small">
        {isNamed
          ? `Shown for ${SAMPLE_PERSON.firstName}. Each card gets its own name.`
          : rewardType === 'bulk'
            ? 'Every card carries the same words.'
            : 'Put in {first name} and each card speaks to its own person.'}
      </p>
    </div>
  )
}
