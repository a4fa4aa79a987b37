import { api } from '@laurel/contract/routes'
import { REWARD_TYPES, type RewardType } from '@laurel/domain/reward-type'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors, formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { Checkbox, Switch } from '../../../parts/Checkbox.tsx'
import { ErrorText } from '../../../parts/FieldText.tsx'
import { FileDrop } from '../../../parts/FileDrop.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { NumberField } from '../../../parts/NumberField.tsx'
import { ComboBox, Select } from '../../../parts/Select.tsx'
import { TextArea, TextField } from '../../../parts/TextField.tsx'
import { zoneOptions } from '../../../parts/time-zones.ts'
import type { FieldSpec } from './form-fields.ts'

type EntryFieldProps = {
  field: FieldSpec
  value: unknown
  onChange: (value: unknown) => void
  /** The form's error, for fields that `Form` can't reach. */
  problem: unknown
}

const TYPE_WORDS: Readonly<Record<RewardType, string>> = {
  bulk: 'In bulk, to one address',
  direct: 'Direct, to each by mail',
  digital: 'Digital, by email',
}

const ZONES = zoneOptions()

/** The control for one field of an entry. */
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
    case 'zone':
      return (
        <ComboBox
          {...named}
          options={ZONES}
          value={String(value ?? '')}
          onChange={(zone) => zone && onChange(zone)}
          isRequired
        />
      )
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
          // Null draws a layer without a picture; a reward without one shows none.
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
        // biome-ignore lint/suspicious/noArrayIndexKey: points have no IDs and stay in place
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

type ListFieldProps<Item> = {
  label: string
  name: string
  hint?: string | undefined
  value: readonly Item[]
  onChange: (value: Item[]) => void
  problem: unknown
}

/** Words one below the other. What is typed stays as it is typed. */
export function LinesField({ label, name, hint, value, onChange, problem }: ListFieldProps<string>) {
  const [text, setText] = useState(value.join('\n'))
  const shown = words(text).join('\n') === value.join('\n') ? text : value.join('\n')
  return (
    <TextArea
      label={label}
      name={name}
      {...(hint !== undefined && { hint })}
      value={shown}
      onChange={(next) => {
        setText(next)
        onChange(words(next))
      }}
      rows={4}
      error={itemError(problem, name)}
    />
  )
}

/** Numbers with commas between. */
function NumbersField({ label, name, hint, value, onChange, problem }: ListFieldProps<number>) {
  const [text, setText] = useState(value.join(', '))
  const shown = numbers(text).join() === value.join() ? text : value.join(', ')
  return (
    <TextField
      label={label}
      name={name}
      {...(hint !== undefined && { hint })}
      value={shown}
      onChange={(next) => {
        setText(next)
        onChange(numbers(next))
      }}
      inputMode="numeric"
      error={itemError(problem, name)}
    />
  )
}

function words(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function numbers(text: string): number[] {
  return text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map(Number)
    .filter((number) => !Number.isNaN(number))
}

/** The list's error, also if the server names one entry, such as `hosts.2`. */
function itemError(problem: unknown, name: string): string | undefined {
  const errors = fieldErrors(problem)
  return Object.entries(errors).find(([field]) => field.startsWith(`${name}.`))?.[1]
}

type PictureFieldProps = {
  label: string
  hint?: string | undefined
  /** The picture's URL, or ''. */
  value: string
  onChange: (url: string) => void
  error?: string | undefined
  /** For white logos. */
  onDark?: boolean
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp']

/** Uploads a picture when it is chosen; the site uses it once the form is saved. */
export function PictureField({ label, hint, value, onChange, error, onDark = false }: PictureFieldProps) {
  const upload = useMutation({
    mutationFn: (file: File) => call(api.uploadSitePicture, { file }),
    onSuccess: ({ url }) => onChange(url),
  })
  const problem = upload.error ? (formError(upload.error) ?? 'Choose another picture.') : error
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take a legend
    <div role="group" aria-label={label} className="grid gap-1.5">
      <span className="font-medium text-label">{label}</span>
      {value && (
        <div className="flex flex-wrap items-center gap-4">
          <img
            src={value}
            alt={`${label} now`}
            className={`h-16 max-w-[220px] rounded-control object-contain p-2 shadow-hairline ${onDark ? 'bg-rail' : 'bg-white'}`}
          />
          <Button size="compact" aria-label={`Remove ${label.toLowerCase()}`} onClick={() => onChange('')}>
            Remove
          </Button>
        </div>
      )}
      <FileDrop
        label={`${value ? 'Replace' : 'Upload'} picture`}
        hint={hint ?? 'PNG, JPEG, or WebP, up to 4 MB.'}
        accept={TYPES}
        onFile={(file) => upload.mutate(file)}
        error={problem}
        isDisabled={upload.isPending}
      />
      <p role="status" className="text-muted text-small empty:hidden">
        {upload.isPending && 'Uploading…'}
      </p>
    </div>
  )
}
