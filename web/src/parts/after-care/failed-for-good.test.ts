import { expect, test } from 'vitest'
import { failedForGood } from './failed-for-good.ts'

const bounced = (problemCode: string) => failedForGood({ status: 'bounced', problemCode })

test('an address nobody has, and one a letter came back from, fail again', () => {
  expect(['5.1.1', '5.1.2', '550', ''].map(bounced)).toEqual([true, true, true, true])
  expect(failedForGood({ status: 'returned', problemCode: 'returned' })).toBe(true)
})

test('a full mailbox or a server that was away may take the mail the next time', () => {
  expect(['5.2.2', '5.4.1', '5.7.1', '552', '4.4.7'].map(bounced)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
  expect(failedForGood({ status: 'sent', problemCode: '' })).toBe(false)
})
