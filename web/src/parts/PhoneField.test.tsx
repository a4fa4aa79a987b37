// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { PhoneField } from './PhoneField.tsx'

afterEach(cleanup)

let number = ''
function Phone({ kept = '' }: { kept?: string }) {
  const [value, setValue] = useState(kept)
  number = value
  return <PhoneField label="Phone" name="phone" value={value} onChange={setValue} />
}
const typed = () => screen.getByLabelText<HTMLInputElement>('Phone')
const country = () => screen.getByLabelText<HTMLSelectElement>('Country code')
const type = (text: string) => fireEvent.change(typed(), { target: { value: text } })

test('lists +1 first and selected, then about 200 codes', () => {
  render(<Phone />)
  const options = [...country().options]
  expect(options[0]?.text).toBe('United States +1')
  expect(country().value).toBe('US')
  expect(new Set(options.map(({ text }) => text.split('+')[1])).size).toBeGreaterThanOrEqual(200)
})

test('joins the dial code and the digits, in whichever order they are entered', () => {
  render(<Phone />)
  type('(937) 555-0110')
  expect(number).toBe('+19375550110')
  expect(typed().value).toBe('(937) 555-0110')
  fireEvent.change(country(), { target: { value: 'DE' } })
  expect(number).toBe('+499375550110')
  type('')
  expect(number).toBe('')
})

test('shows the country of a saved or pasted number', () => {
  render(<Phone kept="+442079460958" />)
  expect(country().value).toBe('GB')
  type('+49 151 23456789')
  expect(country().value).toBe('DE')
  expect(number).toBe('+4915123456789')
})
