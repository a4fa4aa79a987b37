import { expect, test } from 'vitest'
import { failedForGood } from './ResendList.tsx'

const bounced = (problemCode: string) => failedForGood({ status: 'bounced', problemCode })

test('an unknown address and one that returned a letter fail again', () => {
  expect(['5.1.1', '5.1.2', '550', ''].map(bounced)).toEqual([true, true, true, true])
  expect(failedForGood({ status: 'returned', problemCode: 'returned' })).toBe(true)
})

test('a full mailbox or an unavailable server may accept the next mail', () => {
  expect(['5.2.2', '5.4.1', '5.7.1', '552', '4.4.7'].map(bounced)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
  expect(failedForGood({ status: 'sent', problemCode: '' })).toBe(false)
})
