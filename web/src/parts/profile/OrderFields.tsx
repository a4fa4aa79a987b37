import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { heardAboutQuery } from '../../app/heard-about.queries.ts'
import { Select } from '../Select.tsx'
import { TextArea } from '../TextArea.tsx'
import { TextField } from '../TextField.tsx'
import { fieldOf, type ProfileEntry } from './profile-draft.ts'

export function OrderFields({ entry }: { entry: ProfileEntry }) {
  const { data: options } = useSuspenseQuery(heardAboutQuery)
  const { name, value, onChange } = fieldOf(entry, 'heardAbout')
  // An answer kept from an earlier list is shown as it is, and may stay.
  const [kept] = useState(value)
  const names = [...new Set([...options.map((option) => option.name), kept])].filter(Boolean)
  return (
    <>
      <Select
        label="How did you hear about us?"
        name={name}
        options={names.map((one) => ({ value: one, label: one }))}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
      <TextField
        label="Who sent you?"
        hint="A person, a company, an event. “Nobody” is a fine answer."
        autoComplete="off"
        maxLength={100}
        isRequired
        {...fieldOf(entry, 'referralSource')}
      />
      <TextArea
        label="What are the cards for?"
        hint="Thanking your team, a customer program, a raffle: a few words are enough."
        maxLength={300}
        rows={3}
        isRequired
        {...fieldOf(entry, 'purposeOfOrder')}
      />
    </>
  )
}
