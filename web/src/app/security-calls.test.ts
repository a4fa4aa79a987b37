import { expect, test } from 'vitest'
import { readIdentities } from './security-calls.ts'

const identity = (providerName: string, primary: unknown, dateCreated: unknown = '1795368600000') => ({
  userId: '1',
  providerName,
  primary,
  dateCreated,
})
const read = (...identities: object[]) => readIdentities(JSON.stringify(identities))

test.each([
  ['no attribute', readIdentities(undefined), true],
  ['an unreadable attribute', readIdentities('{'), true],
  ['services beside a password', read(identity('Google', 'false')), true],
  ['a primary service', read(identity('Google', 'false'), identity('Facebook', 'true')), false],
  ['a primary service that is no text', read(identity('Google', true)), false],
  ['no services left', read(), false],
])('reads whether there is a password from %s', (_, { hasPassword }, expected) => {
  expect(hasPassword).toBe(expected)
})

test('shows services under their usual names', () => {
  const { services } = read(
    identity('SignInWithApple', 'true', 1795368600000),
    identity('LoginWithAmazon', 'false'),
    identity('Halden-SSO', 'false', 'never'),
  )
  const linkedAt = new Date(1795368600000).toISOString()
  expect(services).toEqual([
    { name: 'Apple', known: 'Apple', linkedAt },
    { name: 'Amazon', known: 'Amazon', linkedAt },
    { name: 'Halden-SSO', known: undefined, linkedAt: undefined },
  ])
})
