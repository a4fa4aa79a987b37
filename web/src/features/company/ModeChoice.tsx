import type { KeyMode } from '@laurel/domain/company-api-keys'
import { useTexts } from '../../app/texts.ts'
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
  const i18n = useTexts()

  return (
    <RadioChoice
      label={i18n.t('Mode')}
      options={[
        { value: 'live', title: i18n.t('Live'), detail: says.live },
        { value: 'test', title: i18n.t('Test'), detail: says.test },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

/** Marks what is of test mode. */
export function TestTag({ mode }: { mode: KeyMode }) {
  const i18n = useTexts()

  return mode === 'test' ? <Tag tone="wait">{i18n.t('Test')}</Tag> : null
}
