import { REWARD_TYPE_TITLES, REWARD_TYPES } from '@laurel/domain/reward-type'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { ErrorText } from '../../../parts/FieldText.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { NumberField } from '../../../parts/NumberField.tsx'
import { Select } from '../../../parts/Select.tsx'
import { TextArea } from '../../../parts/TextField.tsx'
import { roleTitle } from '../company-words.ts'
import { type ConditionDraft, KIND_LABELS, type StepDraft } from './rule-draft.ts'
import { approversIn, approvingRoles, type RuleWorld } from './rule-words.ts'

type ConditionFieldsProps = {
  draft: ConditionDraft
  world: RuleWorld
  error: string | undefined
  onChange: (draft: ConditionDraft) => void
  onRemove: () => void
}

export function ConditionFields({ draft, world, error, onChange, onRemove }: ConditionFieldsProps) {
  const i18n = useTexts()
  const { kind } = draft
  const label = i18n.t(KIND_LABELS[kind])
  const among = (options: readonly Option[]) => (
    <CheckList
      label={label}
      options={options}
      values={draft.in}
      error={error}
      onChange={(values) => onChange({ ...draft, in: values })}
    />
  )
  const fields: Readonly<Record<typeof kind, () => ReactNode>> = {
    amount: money,
    card_value: money,
    recipients: () => number({ minValue: 0, maxValue: 1_000_000 }),
    budget: () =>
      number({ minValue: 1, maxValue: 100, hint: i18n.t('Percent. At 100, orders over a budget.') }),
    delivery: () => among(REWARD_TYPES.map((value) => ({ value, label: i18n.t(REWARD_TYPE_TITLES[value]) }))),
    person: () => among(world.people.map(({ id, name, email }) => ({ value: id, label: name || email }))),
    role: () => among(world.roles.map((one) => ({ value: one.key, label: roleTitle(one) }))),
    team: () => among(world.teams.map(({ id, name }) => ({ value: id, label: name }))),
    first_order: () => <p className="py-2.5">{label}</p>,
    field: () => <FieldValues draft={draft} world={world} error={error} onChange={onChange} />,
  }

  function money() {
    return (
      <MoneyField
        label={label}
        cents={draft.cents}
        onChangeCents={(cents) => onChange({ ...draft, cents })}
        error={error}
      />
    )
  }

  function number(limits: { minValue: number; maxValue: number; hint?: string }) {
    return (
      <NumberField
        {...limits}
        label={label}
        value={draft.number ?? Number.NaN}
        onChange={(value) => onChange({ ...draft, number: Number.isNaN(value) ? null : value })}
        error={error}
      />
    )
  }

  return (
    <Removable label={i18n.t('Remove condition: {label}', { label })} onRemove={onRemove}>
      {fields[kind]()}
    </Removable>
  )
}

type FieldValuesProps = Omit<ConditionFieldsProps, 'onRemove'>

function FieldValues({ draft, world, error, onChange }: FieldValuesProps) {
  const i18n = useTexts()
  const field = world.fields.find(({ id }) => id === draft.field)
  return (
    <div className="grid gap-3">
      <Select
        label={i18n.t('Custom field')}
        options={world.fields.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.field}
        onChange={(id) => onChange({ ...draft, field: id, in: [] })}
        error={field ? undefined : error}
      />
      {field && field.values.length > 0 && (
        <CheckList
          label={i18n.t('Values of {name}', { name: field.name })}
          options={field.values.map((value) => ({ value, label: value }))}
          values={draft.in}
          error={error}
          onChange={(values) => onChange({ ...draft, in: values })}
        />
      )}
      {field && field.values.length === 0 && (
        <TextArea
          label={i18n.t('Values, one per line')}
          rows={2}
          value={draft.in.join('\n')}
          onChange={(typed) => onChange({ ...draft, in: typed === '' ? [] : typed.split('\n') })}
          error={error}
        />
      )}
    </div>
  )
}

type StepFieldsProps = {
  draft: StepDraft
  /** `Step 2` if there are several. */
  title: string
  world: RuleWorld
  error: string | undefined
  onChange: (draft: StepDraft) => void
  onRemove: (() => void) | undefined
}

export function StepFields({ draft, title, world, error, onChange, onRemove }: StepFieldsProps) {
  const i18n = useTexts()
  const approvers = approversIn(world)
  const named = approvers.map(({ id, name, email }) => ({ value: id, label: name || email }))
  return (
    <Removable label={i18n.t('Remove: {title}', { title: title.toLowerCase() })} onRemove={onRemove}>
      <div className="grid gap-3">
        <Select
          label={title}
          options={[
            { value: 'people', label: i18n.t('People you choose') },
            ...approvingRoles(world).map((role) => ({
              value: `role ${role.key}`,
              label: i18n.t('Anyone with the role {name}', { name: roleTitle(role) }),
            })),
            ...world.teams.map(({ id, name }) => ({
              value: `team ${id}`,
              label: i18n.t('Anyone in {name}', { name }),
            })),
          ]}
          value={draft.whom}
          onChange={(whom) => onChange({ ...draft, whom })}
          error={draft.whom === null ? error : undefined}
        />
        {draft.whom === 'people' && (
          <CheckList
            label={i18n.t('Any one of')}
            options={named}
            values={draft.people}
            error={error}
            onChange={(values) =>
              onChange({ ...draft, people: values.filter((one) => typeof one === 'number') })
            }
          />
        )}
        <div className="grid grid-cols-[minmax(0,1fr)_128px] items-start gap-3">
          <Select
            label={i18n.t('If no one answers')}
            options={[
              { value: 'none', label: i18n.t('Keep waiting') },
              { value: 'admins', label: i18n.t('Also ask the admins') },
              ...named.map(({ value, label }) => ({
                value: String(value),
                label: i18n.t('Also ask {name}', { name: label }),
              })),
            ]}
            value={draft.escalatesTo}
            onChange={(to) => onChange({ ...draft, escalatesTo: to ?? 'none' })}
            className={draft.escalatesTo === 'none' ? 'col-span-2' : ''}
          />
          {draft.escalatesTo !== 'none' && (
            <NumberField
              label={i18n.t('Working hours')}
              minValue={1}
              maxValue={200}
              value={draft.hours ?? Number.NaN}
              onChange={(value) => onChange({ ...draft, hours: Number.isNaN(value) ? null : value })}
              error={draft.hours === null ? error : undefined}
            />
          )}
        </div>
      </div>
    </Removable>
  )
}

type RemovableProps = { label: string; onRemove: (() => void) | undefined; children: ReactNode }

function Removable({ label, onRemove, children }: RemovableProps) {
  return (
    <div className="relative rounded-control bg-canvas p-4 pe-14">
      {children}
      {onRemove && (
        <Button
          look="plain"
          size="round"
          aria-label={label}
          onClick={onRemove}
          className="absolute! top-2 right-2"
        >
          <Icon of={X} size={18} />
        </Button>
      )}
    </div>
  )
}

type Option = { value: string | number; label: string }

type CheckListProps = {
  label: string
  options: readonly Option[]
  values: readonly (string | number)[]
  error: string | undefined
  onChange: (values: (string | number)[]) => void
}

/** Several of a few. */
function CheckList({ label, options, values, error, onChange }: CheckListProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-label">{label}</legend>
      <div className="max-h-44 overflow-y-auto">
        {options.map(({ value, label: name }) => (
          <Checkbox
            key={value}
            isSelected={values.includes(value)}
            onChange={(isOn) => onChange(isOn ? [...values, value] : values.filter((one) => one !== value))}
          >
            {name}
          </Checkbox>
        ))}
      </div>
      {error && <ErrorText>{error}</ErrorText>}
    </fieldset>
  )
}
