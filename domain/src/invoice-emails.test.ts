import { expect, test } from 'vitest'
import { tidyInvoiceEmails } from './invoice-emails.ts'

test('an address is kept once, as it was first written, without blanks', () => {
  expect(tidyInvoiceEmails([' ap@Halden.example ', 'AP@halden.example', '', 'cfo@halden.example'])).toEqual([
    'ap@halden.example',
    'cfo@halden.example',
  ])
})
