import { Refusal } from '@laurel/domain/refusal'
import { expect, test } from 'vitest'
import { webhookUrl } from './webhook-url.ts'

const messageOf = (typed: string) => {
  try {
    return webhookUrl(typed, { toPrivateHosts: false })
  } catch (cause) {
    return cause instanceof Refusal ? cause.errors[0]?.message : cause
  }
}

test('rejects an address on this machine with a message for customers', () => {
  expect(messageOf('http://localhost:4000/laurel')).toBe(
    'Enter the address of a public server. We don’t send to addresses on this machine.',
  )
  expect(messageOf('http://example.com/')).toBe('The URL must start with https://.')
  expect(webhookUrl('http://localhost:4000/laurel', { toPrivateHosts: true })).toBe(
    'http://localhost:4000/laurel',
  )
})
