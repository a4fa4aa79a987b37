import { REWARD_TYPES, type RewardType } from '@laurel/domain/reward-type'
import { fieldErrors } from '../../../app/api-problem.ts'
import { Button } from '../../../parts/Button.tsx'
import { Checkbox, Switch } from '../../../parts/Checkbox.tsx'
import { ErrorText } from '../../../parts/FieldText.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { NumberField } from '../../../parts/NumberField.tsx'
import { Select } from '../../../parts/Select.tsx'
import { TextArea, TextField } from '../../../parts/TextField.tsx'
import { PictureField } from '../admin/PictureField.tsx'
import { LinesField, NumbersField } from '../site/ListField.tsx'
import type { FieldSpec } from './form-fields.ts'

type EntryFieldProps = {
  field: FieldSpec
  value: unknown
  onChange: (value: unknown) => void
  /** For what is not a field of the form itself. */
  problem: unknown
}

const TYPE_WORDS: Readonly<Record<RewardType, string>> = {
  bulk: 'In bulk, to one address',
  direct: 'Direct, to each by mail',
  digital: 'Digital, by email',
}

/** One thing that can be said, by its kind. */
export function EntryField({ field, value, onChange, problem }: EntryFieldProps) {
  const { label, path } = field
  const hint = field.hint
  const named = { label, name: path, ...(hint !== undefined && { hint }) }
  switch (field.type) {
    case 'text':
      return (
        <TextField
          {...named}
          value={String(value ?? '')}
          onChange={onChange}
          maxLength={field.max}
          autoComplete="off"
          isRequired={field.isOptional !== true}
        />
      )
    case 'area':
      return (
        <TextArea {...named} value={String(value ?? '')} onChange={onChange} rows={3} maxLength={field.max} />
      )
    case 'money':
      return (
        <MoneyField {...named} cents={(value ?? null) as number | null} onChangeCents={onChange} isRequired />
      )
    case 'days':
      return (
        <NumberField
          {...named}
          value={Number(value ?? Number.NaN)}
          onChange={onChange}
          hasSteps
          minValue={0}
        />
      )
    case 'number':
      return <NumberField {...named} value={Number(value ?? Number.NaN)} onChange={onChange} minValue={0} />
    case 'switch':
      return (
        <Switch isSelected={value === true} onChange={onChange}>
          {label}
        </Switch>
      )
    case 'choice':
      return <Select {...named} options={field.options} value={String(value ?? '')} onChange={onChange} />
    case 'types':
      return (
        <Types
          label={label}
          value={value as RewardType[]}
          onChange={onChange}
          error={fieldErrors(problem)[path]}
        />
      )
    case 'picture':
      return (
        <PictureField
          label={label}
          hint={hint}
          value={String(value ?? '')}
          // A layer without a picture is painted; a reward without one shows none.
          onChange={(address) => onChange(address === '' && path.includes('.') ? null : address)}
          error={fieldErrors(problem)[path]}
        />
      )
    case 'lines':
      return <LinesField {...named} value={value as string[]} onChange={onChange} problem={problem} />
    case 'numbers':
      return <NumbersField {...named} value={value as number[]} onChange={onChange} problem={problem} />
    case 'items':
      return <Items value={value as Item[]} onChange={onChange} />
  }
}

type TypesProps = {
  label: string
  value: readonly RewardType[]
  onChange: (value: RewardType[]) => void
  error: string | undefined
}

function Types({ label, value, onChange, error }: TypesProps) {
  return (
    <fieldset>
      <legend className="font-medium text-label">{label}</legend>
      {REWARD_TYPES.map((type) => (
        <Checkbox
          key={type}
          isSelected={value.includes(type)}
          onChange={(isOn) =>
            onChange(REWARD_TYPES.filter((one) => (one === type ? isOn : value.includes(one))))
          }
        >
          {TYPE_WORDS[type]}
        </Checkbox>
      ))}
      {error && <ErrorText>{error}</ErrorText>}
    </fieldset>
  )
}

type Item = { title: string; text: string }

function Items({ value, onChange }: { value: readonly Item[]; onChange: (value: Item[]) => void }) {
  const change = (at: number, changed: Partial<Item>) =>
    onChange(value.map((item, index) => (index === at ? { ...item, ...changed } : item)))
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-medium text-label">Points</legend>
      {value.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: points have no names of their own and stay in place
        <div key={index} className="grid gap-3 border-line border-s-2 ps-4">
          <TextField
            label={`Point ${index + 1}`}
            name={`content.items.${index}.title`}
            value={item.title}
            onChange={(title) => change(index, { title })}
            maxLength={80}
          />
          <TextArea
            label="Text"
            name={`content.items.${index}.text`}
            value={item.text}
            onChange={(text) => change(index, { text })}
            rows={2}
            maxLength={300}
          />
          <div>
            <Button
              size="compact"
              aria-label={`Remove point ${index + 1}`}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </div>
        </div>
      ))}
      {value.length < 8 && (
        <div>
          <Button size="compact" onClick={() => onChange([...value, { title: '', text: '' }])}>
            Add point
          </Button>
        </div>
      )}
    </fieldset>
  )
}
