import type { EventType } from '@laurel/domain/event-types'
import { useTexts } from '../../app/texts.ts'
import { Checkbox } from '../Checkbox.tsx'
import { ErrorText } from '../FieldText.tsx'

type EventChoiceProps = {
  /** Those to choose from, and how each is shown. */
  all: readonly EventType[]
  words: Readonly<Record<EventType, string>>
  types: readonly EventType[]
  onChange: (types: readonly EventType[]) => void
  error?: string | undefined
}

/** The events that an endpoint receives. */
export function EventChoice({ all, words, types, onChange, error }: EventChoiceProps) {
  const i18n = useTexts()
  const isAll = types.length === all.length
  return (
    <fieldset aria-describedby={error && 'event-types-error'}>
      <legend className="font-medium text-label">{i18n.t('Events')}</legend>
      {error && <ErrorText id="event-types-error">{error}</ErrorText>}
      <div className="mt-1 max-h-[280px] overflow-y-auto rounded-control border border-line-strong px-4 py-1">
        <Checkbox
          isSelected={isAll}
          isIndeterminate={!isAll && types.length > 0}
          onChange={(isOn) => onChange(isOn ? all : [])}
        >
          <span className="font-medium">{i18n.t('All events')}</span>
        </Checkbox>
        {all.map((type) => (
          <Checkbox
            key={type}
            isSelected={types.includes(type)}
            onChange={(isOn) => onChange(all.filter((one) => (one === type ? isOn : types.includes(one))))}
          >
            {i18n.t(words[type])} <span className="block text-muted text-small">{type}</span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
