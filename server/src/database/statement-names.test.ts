import { expect, test } from 'vitest'
import { StatementNames } from './statement-names.ts'

test('a repeated query gets a name and keeps it', () => {
  const names = new StatementNames()
  expect(names.nameOf('select 1')).toEqual({})
  const { name } = names.nameOf('select 1')
  expect(name).toBeDefined()
  expect(names.nameOf('select 1')).toEqual({ name })
})

test('no two queries share a name', () => {
  const names = new StatementNames()
  const texts = Array.from({ length: 50 }, (_, n) => `select ${n}`)
  for (const text of texts) names.nameOf(text)
  expect(new Set(texts.map((text) => names.nameOf(text).name)).size).toBe(50)
})

test('connections don’t keep an import’s thousand rows, or endless texts', () => {
  const names = new StatementNames()
  const long = `select ${'x'.repeat(10_000)}`
  names.nameOf(long)
  expect(names.nameOf(long)).toEqual({})

  for (let n = 0; n < 1_000; n++) names.nameOf(`select ${n}`)
  names.nameOf('select late')
  expect(names.nameOf('select late')).toEqual({})
  expect(names.nameOf('select 1').name).toBeDefined()
})
