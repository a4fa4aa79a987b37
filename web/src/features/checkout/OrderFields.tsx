import { api } from '@laurel/contract/routes'
import { FIELD_VALUE_MAX, fieldProblem } from '@laurel/domain/order-fields'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fieldErrors } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { useTexts } from '../../app/texts.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { ComboBox, Select } from '../../parts/Select.tsx'
import type { OrderSummary } from '../../parts/SummaryLines.tsx'
import { TextField } from '../../parts/TextField.tsx'

type Field = OrderSummary['fields'][number]

/** More values are found by typing. */
const MOST_IN_A_LIST = 12

/** What the customer's company asks about the order. */
export function OrderFields({ filling }: { filling: Filling }) {
  return (
    <div className="grid max-w-[520px] gap-4">
      {filling.fields.map((field) => (
        <FieldInput
          key={field.id}
          field={field}
          value={filling.valueIn(field)}
          error={filling.errorOf(field)}
          onChange={(value) => filling.write(field, value)}
          onSettled={(value) => filling.save(field, value)}
        />
      ))}
    </div>
  )
}

type FieldInputProps = {
  field: Field
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onSettled: (value: string) => void
}

function FieldInput({ field, value, error, onChange, onSettled }: FieldInputProps) {
  const i18n = useTexts()
  const label = field.required ? field.name : `${field.name} (optional)`
  if (field.values.length === 0) {
    return (
      <TextField
        label={label}
        value={value}
        onChange={onChange}
        onBlur={() => onSettled(value)}
        maxLength={FIELD_VALUE_MAX}
        autoComplete="off"
        error={error}
      />
    )
  }
  const Choice = field.values.length > MOST_IN_A_LIST ? ComboBox : Select
  const none = field.required ? [] : [{ value: '', label: i18n.t('None') }]
  return (
    <Choice<string>
      label={label}
      options={[...none, ...field.values.map((one) => ({ value: one, label: one }))]}
      value={field.values.includes(value) ? value : null}
      onChange={(chosen) => {
        onChange(chosen ?? '')
        onSettled(chosen ?? '')
      }}
      error={error}
    />
  )
}

type Filling = ReturnType<typeof useOrderFields>

/** Fills in the company's fields on a cart, beginning with what the person entered last. Saves as they go. */
export function useOrderFields(order: Order, summary: OrderSummary | undefined) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [isChecked, setChecked] = useState(false)
  const saving = useMutation({
    mutationFn: (fields: readonly { id: number; value: string }[]) =>
      call(api.patchOrderFields, { params: { orderId: order.id }, body: { fields: [...fields] } }),
    // Also after a refusal: the company may have changed its fields.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
  const fields = summary?.fields ?? []
  const refused = fieldErrors(saving.error)

  // Offered once: what the person clears stays cleared.
  const isNew = order.fields.length === 0
  const filledIn = (field: Field) => typed[field.id] ?? (field.value || (isNew ? field.lastValue : ''))
  const problemOf = (field: Field) => fieldProblem(field, filledIn(field).trim())
  const changed = fields
    .map((field) => ({ field, value: filledIn(field).trim() }))
    .filter(({ field, value }) => value !== field.value)
  const remembered = changed.filter(({ field }) => typed[field.id] === undefined)
  const { mutate } = saving

  const toRemember = JSON.stringify(remembered.map(({ field, value }) => ({ id: field.id, value })))
  useEffect(() => {
    if (toRemember !== '[]') mutate(JSON.parse(toRemember))
  }, [toRemember, mutate])

  return {
    fields,
    problem: saving.error,
    valueIn: filledIn,
    errorOf(field: Field): string | undefined {
      const isShown = isChecked || field.value !== ''
      return (isShown ? problemOf(field) : undefined) ?? refused[`fields.${field.id}`]
    },
    write(field: Field, value: string) {
      setTyped((all) => ({ ...all, [field.id]: value }))
    },
    save(field: Field, value: string) {
      const tidy = value.trim()
      if (tidy !== field.value && fieldProblem({ ...field, required: false }, tidy) === undefined) {
        mutate([{ id: field.id, value: tidy }])
      }
    },
    /** @returns whether everything is filled in and saved */
    async forPaying(): Promise<boolean> {
      setChecked(true)
      if (fields.some((field) => problemOf(field) !== undefined)) return false
      if (changed.length === 0) return true
      const given = changed.map(({ field, value }) => ({ id: field.id, value }))
      return saving.mutateAsync(given).then(
        () => true,
        () => false,
      )
    },
  }
}
