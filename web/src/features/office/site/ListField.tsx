import { useState } from 'react'
import { fieldErrors } from '../../../app/api-problem.ts'
import { TextArea, TextField } from '../../../parts/TextField.tsx'

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
export function NumbersField({ label, name, hint, value, onChange, problem }: ListFieldProps<number>) {
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

/** `hosts.2` is wrong: it is told at the list. */
function itemError(problem: unknown, name: string): string | undefined {
  const errors = fieldErrors(problem)
  return Object.entries(errors).find(([field]) => field.startsWith(`${name}.`))?.[1]
}
