import { expect, test } from 'vitest'
import { valueAt, withValue } from './form-fields.ts'

test('changes one value and nothing else', () => {
  const before = { name: 'Laurel', background: { art: 'laurel', image: null } }
  const after = withValue(before, 'background.art', 'hills')
  expect(after).toEqual({ name: 'Laurel', background: { art: 'hills', image: null } })
  expect(before.background.art).toBe('laurel')
  expect(valueAt(after, 'background.art')).toBe('hills')
  expect(valueAt(after, 'gradient.image')).toBeUndefined()
})
