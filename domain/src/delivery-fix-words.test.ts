import { expect, test } from 'vitest'
import { conversionWords, fixWords } from './delivery-fix-words.ts'

const ADA = {
  ...{ first_name: 'Ada', last_name: 'Lee', company: '', email: 'ada@halden.example' },
  ...{ address1: '90 Foundry Road', address2: '', city: 'Dayton', state: 'OH', zip: '45402' },
}

test.each<[fixed: Partial<typeof ADA>, words: string]>([
  [{ email: 'a.lee@halden.example' }, 'the email of Ada Lee from ada@halden.example to a.lee@halden.example'],
  [{ last_name: 'Leigh' }, 'the name of Ada Lee to Ada Leigh'],
  [
    { first_name: 'Eve', email: 'eve@other.example' },
    'the name of Ada Lee to Eve Lee and the email of Eve Lee from ada@halden.example to eve@other.example',
  ],
  [
    { address1: '1 Elm Street' },
    'the address of Ada Lee from 90 Foundry Road, Dayton, OH 45402 to 1 Elm Street, Dayton, OH 45402',
  ],
  [{ company: 'Halden' }, 'the details of Ada Lee'],
])('a fix of %j changed %s', (fixed, words) => {
  expect(fixWords(ADA, fixed)).toBe(words)
})

test('a conversion says where the card goes', () => {
  const words = 'the letter to Ada Lee to a digital card for eve@other.example'
  expect(conversionWords(ADA, 'eve@other.example')).toBe(words)
})
