import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { loggedError } from './logged-error.ts'

test('the database’s error is logged without the query’s values', async () => {
  const pglite = await PGlite.create()
  const failed = pglite.query('insert into nowhere values ($1)', ['maya@halden.example'])
  const error = await failed.catch((cause: unknown) => cause)
  expect(JSON.stringify(error)).toContain('maya@halden.example')
  const logged = loggedError(new Error('The list could not be kept', { cause: error }))
  expect(JSON.stringify(logged)).not.toContain('maya@halden.example')
  expect(logged).toMatchObject({
    message: 'The list could not be kept',
    cause: { code: '42P01', message: expect.stringContaining('nowhere') },
  })
  await pglite.close()
})

test('a thrown value that isn’t an error is logged by its text, and a chain of causes ends', () => {
  expect(loggedError('out of paper')).toEqual({ type: 'string', message: 'out of paper', stack: '' })
  const error = new Error('round')
  error.cause = error
  expect(JSON.stringify(loggedError(error)).match(/"message"/g)).toHaveLength(6)
})
