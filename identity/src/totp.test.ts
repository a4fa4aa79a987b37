import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { findTotpStep, makeTotpSecret } from './totp.ts'

// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32

describe('A code of an authenticator app', () => {
  test.each([
    [59, '287082', 1],
    [1111111109, '081804', 37037036],
    [1234567890, '005924', 41152263],
    [20000000000, '353130', 666666666],
  ])('is that of RFC 6238 at second %i', (second, code, step) => {
    expect(findTotpStep(RFC_SECRET, code, new Date(second * 1000))).toBe(step)
  })

  test('gives its time step, also one step early or late', () => {
    const at = new Date('2026-11-21T10:00:00Z')
    const now = at.getTime() / 30_000
    for (const steps of [-1, 0, 1]) {
      const code = TOTP.generate({
        secret: Secret.fromBase32(RFC_SECRET),
        timestamp: at.getTime() + steps * 30_000,
      })
      expect(findTotpStep(RFC_SECRET, code, at)).toBe(now + steps)
    }
  })

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', ' 12345', '-12345', '12345\n'])(
    'is never %j',
    (code) => {
      expect(findTotpStep(RFC_SECRET, code, new Date(0))).toBeUndefined()
    },
  )
})

test('a secret has 160 bits in letters every app takes, and is new each time', () => {
  const secrets = Array.from({ length: 20 }, makeTotpSecret)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(new Set(secrets).size).toBe(20)
})
