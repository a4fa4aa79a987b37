import { expect, test } from 'vitest'
import { assertNoProblems, REFUSAL_CODES, Refusal } from './refusal.ts'

test('a refusal carries its code, its facts and its field problems', () => {
  const problem = { field: 'quantity', code: 'too_large', message: 'Order 1 to 500 cards at a time.' }
  const refusal = new Refusal('validation_failed', { limit: 500 }, [problem])

  expect(refusal).toBeInstanceOf(Error)
  expect(refusal).toMatchObject({
    name: 'Refusal',
    code: 'validation_failed',
    message: 'validation_failed',
    facts: { limit: 500 },
    errors: [problem],
  })
})

test('a refusal without details has none', () => {
  expect(new Refusal('not_found')).toMatchObject({ facts: {}, errors: [] })
})

test('every code is listed once, in snake case', () => {
  expect(new Set(REFUSAL_CODES).size).toBe(REFUSAL_CODES.length)
  for (const code of REFUSAL_CODES) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
})

test('rejects all fields with problems together, and accepts fields without', () => {
  const problems = [{ field: 'zip', code: 'invalid', message: 'Enter a five-digit ZIP code.' }]

  expect(() => assertNoProblems([])).not.toThrow()
  expect(() => assertNoProblems(problems)).toThrow(
    expect.objectContaining({ code: 'validation_failed', errors: problems }),
  )
})
