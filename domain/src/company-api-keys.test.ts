import { expect, test } from 'vitest'
import { keyState, readKey } from './company-api-keys.ts'

const at = new Date('2026-11-28T10:00:00Z')

test('a key works until it expires or is revoked', () => {
  expect(keyState({ expiresAt: null, revokedAt: null }, at)).toBe('active')
  expect(keyState({ expiresAt: new Date(at.getTime() + 1), revokedAt: null }, at)).toBe('active')
  expect(keyState({ expiresAt: at, revokedAt: null }, at)).toBe('expired')
  expect(keyState({ expiresAt: at, revokedAt: at }, at)).toBe('revoked')
})

test('a key has a number and a secret of 43 characters', () => {
  const secret = 'a-_4'.padEnd(43, 'x')
  expect(readKey(`lk_12_${secret}`)).toEqual({ id: 12, mode: 'live', secret })
  expect(readKey(`lk_test_12_${secret}`)).toEqual({ id: 12, mode: 'test', secret })
  for (const not of [
    '',
    'lk_',
    `lk_0_${secret}`,
    `lk_12_${secret}x`,
    `lk_12_${secret.slice(1)}`,
    `sk_12_${secret}`,
    `lk_live_12_${secret}`,
    `lk_test_test_12_${secret}`,
  ]) {
    expect(readKey(not)).toBeUndefined()
  }
})
