import { expect, test } from 'vitest'
import { readAddressLine, splitUnit } from './street-line.ts'

test.each([
  ['90 Foundry Road, Apt 4', '90 Foundry Road', 'Apt 4'],
  ['90 Foundry Road Apt. 4B', '90 Foundry Road', 'Apt. 4B'],
  ['90 Foundry Road #12', '90 Foundry Road', '#12'],
  ['90 Foundry Road # 12', '90 Foundry Road', '# 12'],
  ['90 Foundry Road, suite b', '90 Foundry Road', 'suite b'],
  ['90 Foundry Rd Ste 400, Dayt', '90 Foundry Rd, Dayt', 'Ste 400'],
  ['90 Foundry Rd, Unit B-12, Dayton', '90 Foundry Rd, Dayton', 'Unit B-12'],
  ['12 Unit Street', '12 Unit Street', ''],
  ['1 Suite', '1 Suite', ''],
  ['90 Main St, Tampa, FL 33601', '90 Main St, Tampa, FL 33601', ''],
  ['Apt 4', 'Apt 4', ''],
  [' 90 Foundry Road ', '90 Foundry Road', ''],
  ['', '', ''],
])('%j is %j with the unit %j', (line, street, unit) => {
  expect(splitUnit(line)).toEqual({ street, unit })
})

test.each([
  ['90 Foundry Road', undefined],
  ['90 Foundry Road,', undefined],
  ['90 Foundry Road, ', undefined],
  [', Dayton', undefined],
  ['45402', undefined],
  ['90 Foundry Road, Dayt', { street: '90 Foundry Road', city: 'Dayt' }],
  ['90 Foundry Road, Dayton, OH', { street: '90 Foundry Road', city: 'Dayton', state: 'OH' }],
  ['90 Foundry Road, Dayton Ohio', { street: '90 Foundry Road', city: 'Dayton', state: 'OH' }],
  ['90 Foundry Road 45402', { street: '90 Foundry Road', zip: '45402' }],
  ['90 Foundry Road, Dayton, OH 45402-1234', { street: '90 Foundry Road', zip: '45402' }],
  ['90 Foundry Road, OH', { street: '90 Foundry Road', city: 'OH' }],
])('%j is read as %j', (line, read) => {
  expect(readAddressLine(line)).toEqual(read)
})

test('reads the longest line in no time', () => {
  const long = `${'a , '.repeat(30_000)}#`
  expect(splitUnit(long).unit).toBe('')
  expect(readAddressLine(`${' '.repeat(100_000)}1`)).toBeUndefined()
}, 5_000)
