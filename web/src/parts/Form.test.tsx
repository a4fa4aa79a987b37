// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '../app/api-problem.ts'
import { Button } from './Button.tsx'
import { Form } from './Form.tsx'
import { MoneyField } from './MoneyField.tsx'
import { NumberField } from './NumberField.tsx'
import { ComboBox, Select } from './Select.tsx'
import { TextArea, TextField } from './TextField.tsx'

const STATES = [{ value: 'OH', label: 'Ohio' }]

beforeEach(() => {
  vi.stubGlobal('CSS', { escape: (text: string) => text, supports: () => false })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function refusal(...errors: [field: string, message: string][]) {
  return new ApiProblem({
    status: 422,
    code: 'validation_failed',
    errors: errors.map(([field, message]) => ({ field, code: 'invalid', message })),
  })
}

/** A form with every kind of field that the server refuses. */
function Registration({ refuse }: { refuse: () => unknown }) {
  const [problem, setProblem] = useState<unknown>()
  const [message, setMessage] = useState('')
  return (
    <Form onSubmit={() => setProblem(refuse())} problem={problem}>
      <TextField label="First name" name="firstName" />
      <TextField label="ZIP code" name="businessZip" />
      <Select label="State" name="businessState" options={STATES} value={null} onChange={() => {}} />
      <ComboBox label="Heard about us" name="heardAbout" options={STATES} value={null} onChange={() => {}} />
      <NumberField label="Quantity" name="quantity" />
      <TextArea label="Purpose" name="purposeOfOrder" value={message} onChange={setMessage} />
      <Button type="submit">Save</Button>
    </Form>
  )
}

function send() {
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
}

test.each([
  ['business_zip', 'Enter a five-digit ZIP code.'],
  ['business_state', 'Choose a state.'],
  ['heard_about', 'This field is required'],
  ['quantity', 'Order 1 to 10,000 cards at a time.'],
  ['purpose_of_order', 'Use at most 300 characters.'],
])('shows the server’s error for %s at its field', (field, sentence) => {
  render(<Registration refuse={() => refusal([field, sentence])} />)
  send()
  expect(screen.getByText(sentence)).toBeTruthy()
})

test('focuses the first wrong field', () => {
  render(<Registration refuse={() => refusal(['business_zip', 'Enter a five-digit ZIP code.'])} />)
  send()
  expect(document.activeElement).toBe(screen.getByLabelText('ZIP code'))
})

test('removes an error when its field changes and shows it again at the next refusal', () => {
  render(<Registration refuse={() => refusal(['business_zip', 'Enter a five-digit ZIP code.'])} />)
  send()
  const zip = screen.getByLabelText('ZIP code')
  fireEvent.change(zip, { target: { value: '9021' } })
  fireEvent.blur(zip)
  expect(screen.queryByText('Enter a five-digit ZIP code.')).toBeNull()

  send()
  expect(screen.getByText('Enter a five-digit ZIP code.')).toBeTruthy()
})

test('removes an error with the first letter, so that nothing moves on blur', () => {
  render(<Registration refuse={() => refusal(['business_zip', 'Enter a five-digit ZIP code.'])} />)
  send()
  const zip = screen.getByLabelText<HTMLInputElement>('ZIP code')
  fireEvent.input(zip, { target: { value: '90210' } })
  expect(screen.queryByText('Enter a five-digit ZIP code.')).toBeNull()
  expect(zip.value).toBe('90210')
})

test('shows an error without a field once, above the fields', () => {
  const fault = new ApiProblem({ status: 409, code: 'order_is_frozen', detail: 'A payment is open.' })
  render(<Registration refuse={() => fault} />)
  send()
  expect(screen.getByRole('alert').textContent).toBe('A payment is open.')
})

test('ignores clicks while the action runs', () => {
  const onClick = vi.fn()
  render(
    <Button isPending onClick={onClick}>
      Pay
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Pay' })
  fireEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(button.getAttribute('aria-busy')).toBe('true')
})

test('hides an earlier refusal once a field is wrong, and shows a later one', () => {
  const sent = vi.fn()
  const form = (problem: Error, check: () => Record<string, string>) => (
    <Form onSubmit={sent} check={check} problem={problem}>
      <TextField label="Code" name="code" />
      <Button type="submit">Save</Button>
    </Form>
  )
  const refused = new Error('Refused')
  const wrong = () => ({ code: 'Enter the six-digit code.' })
  const view = render(form(refused, wrong))
  expect(screen.getByText('Refused')).toBeTruthy()
  send()
  expect(screen.queryByText('Refused')).toBeNull()
  expect(screen.getByText('Enter the six-digit code.')).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
  view.rerender(form(refused, () => ({})))
  send()
  expect(screen.queryByText('Refused')).toBeNull()
  expect(screen.queryByText('Enter the six-digit code.')).toBeNull()
  expect(sent).toHaveBeenCalledOnce()
  view.rerender(form(new Error('Limit exceeded'), wrong))
  expect(screen.getByText('Limit exceeded')).toBeTruthy()
})

/** An amount with a button that sets another one. */
function Giving({ send, start = 5_000 }: { send: (cents: number | null) => void; start?: number | null }) {
  const [cents, setCents] = useState<number | null>(start)
  return (
    <Form onSubmit={() => send(cents)}>
      <MoneyField label="Amount" name="amountCents" cents={cents} onChangeCents={setCents} />
      <Button onClick={() => setCents(2_500)}>$25</Button>
      <Button type="submit">Save</Button>
    </Form>
  )
}
const amount = () => screen.getByRole('textbox', { name: 'Amount' }) as HTMLInputElement
function type(text: string) {
  fireEvent.focus(amount())
  fireEvent.change(amount(), { target: { value: text } })
  fireEvent.blur(amount())
}

test.each(['1.234', '1,234,5', '50 00', '-5', '1e3', 'fifty'])(
  '%s is not an amount: it stays as typed, the field says so, and nothing is sent',
  (text) => {
    const sent = vi.fn()
    render(<Giving send={sent} />)
    type(text)
    expect(amount().value).toBe(text)
    expect(screen.getByText('Enter an amount like 1,234.50')).toBeTruthy()
    expect(amount().getAttribute('aria-invalid')).toBe('true')
    send()
    expect(sent).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(amount())

    type('1,234.50')
    expect(amount().value).toBe('$1,234.50')
    send()
    expect(sent).toHaveBeenCalledExactlyOnceWith(123_450)
  },
)

test.each([
  ['12,34', '$12.34'],
  ['5 000', '$5,000.00'],
  ['$ 1.250,00', '$1,250.00'],
])('reads %s as %s and shows it like that', (text, shown) => {
  render(<Giving send={vi.fn()} />)
  type(text)
  expect(amount().value).toBe(shown)
})

test('an amount from a button replaces unreadable text', () => {
  const sent = vi.fn()
  render(<Giving send={sent} />)
  type('1.234')
  fireEvent.click(screen.getByRole('button', { name: '$25' }))
  expect(amount().value).toBe('$25.00')
  send()
  expect(sent).toHaveBeenCalledExactlyOnceWith(2_500)
})

test('reads an amount on Enter, allows an empty one, and steps by a dollar', () => {
  const sent = vi.fn()
  render(<Giving send={sent} start={null} />)
  fireEvent.change(amount(), { target: { value: '50' } })
  fireEvent.keyDown(amount(), { key: 'Enter' })
  expect(amount().value).toBe('$50.00')
  fireEvent.keyDown(amount(), { key: 'ArrowUp' })
  expect(amount().value).toBe('$51.00')
  fireEvent.keyDown(amount(), { key: 'ArrowDown' })
  fireEvent.keyDown(amount(), { key: 'ArrowDown' })
  expect(amount().value).toBe('$49.00')
  type('')
  send()
  expect(sent).toHaveBeenCalledExactlyOnceWith(null)
})
