import { expect, test } from 'vitest'
import { tidyInvoiceEmails } from './invoice-emails.ts'

test('keeps an address once, trimmed, as it was first written', () => {
  expect(tidyInvoiceEmails([' ap@Halden.example ', 'AP@halden.example', '', 'cfo@halden.example'])).toEqual([
    'ap@halden.example',
    'cfo@halden.example',
  ])
})
