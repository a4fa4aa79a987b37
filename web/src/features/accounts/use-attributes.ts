import { useState } from 'react'
import type { SignUpAttribute } from './sign-up-attributes.ts'

/** What is typed into the fields a site asks for. */
export function useAttributes() {
  const [values, setValues] = useState<Record<string, string>>({})
  return {
    values,
    change: (name: SignUpAttribute, value: string) => setValues((before) => ({ ...before, [name]: value })),
    /**
     * As the accounts library takes them. It puts a phone number together from a country code and the
     * rest; ours is whole, so the code is its plus.
     */
    sent: (asked: readonly SignUpAttribute[]): Record<string, string> => {
      const typed = Object.fromEntries(asked.map((name) => [name, values[name]?.trim() ?? '']))
      return typed.phone_number === undefined
        ? typed
        : { ...typed, phone_number: typed.phone_number.slice(1), country_code: '+' }
    },
  }
}
