import { expect, test } from 'vitest'
import { screenError } from './screen-error.ts'

test.each([
  ['Incorrect username or password.', 'Incorrect username or password.'],
  ['A network error has occurred.', 'We could not reach the server. Check your connection, then try again.'],
  [
    `Unexpected token '<', "<html>" is not valid JSON`,
    'Something went wrong on our side. Try again in a moment.',
  ],
])('%j is shown as %j', (said, shown) => {
  expect(screenError(said).message).toBe(shown)
})
