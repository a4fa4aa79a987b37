import type { KeyMode } from '@laurel/domain/company-api-keys'
import { RadioChoice } from '../../parts/RadioChoice.tsx'
import { Tag } from '../../parts/Tag.tsx'

type ModeChoiceProps = {
  /** What each mode means for what is created. */
  says: Readonly<Record<KeyMode, string>>
  value: KeyMode
  onChange: (mode: KeyMode) => void
}

/** Live or test, for something new: it can't change later. */
export function ModeChoice({ says, value, onChange }: ModeChoiceProps) {
  return (
    <RadioChoice
      label="Mode"
      options={[
        { value: 'live', title: 'Live', detail: says.live },
        { value: 'test', title: 'Test', detail: says.test },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

/** Marks what is of test mode. */
export function TestTag({ mode }: { mode: KeyMode }) {
  return mode === 'test' ? <Tag tone="wait">Test</Tag> : null
}
