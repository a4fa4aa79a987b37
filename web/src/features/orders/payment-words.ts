import { isHostedPage, type PaymentMethod } from '@laurel/domain/payment-state'
import type { Order } from '../../parts/delivery-text.ts'
import type { TagTone } from '../../parts/Tag.tsx'

export type Payment = Order['payments'][number]

const SUBMITTED: Readonly<Record<PaymentMethod, string>> = {
  self_hosted_check: 'Waiting for your check',
  self_hosted_bank: 'Waiting for your transfer',
  elavon_cc: 'Being confirmed',
  elavon_ach: 'Clearing',
}

/** What became of an attempt to pay. */
export function paymentWord({ state, methodCode }: Pick<Payment, 'state' | 'methodCode'>): {
  tone: TagTone
  word: string
} {
  switch (state) {
    case 'started':
      return { tone: 'wait', word: 'Not finished' }
    case 'submitted':
      return { tone: 'wait', word: SUBMITTED[methodCode] }
    case 'paid':
      // The bank has said yes; the money is here when it is settled.
      if (methodCode === 'elavon_ach') return { tone: 'wait', word: SUBMITTED.elavon_ach }
      return { tone: 'good', word: 'Paid' }
    case 'settled':
      return { tone: 'good', word: 'Paid' }
    case 'failed':
      // A check is declined by nobody: it is not waited for, and its message says why.
      if (!isHostedPage(methodCode)) return { tone: 'plain', word: 'Ended' }
      return { tone: 'bad', word: 'Declined' }
    case 'expired':
      return { tone: 'plain', word: 'Ran out' }
    case 'abandoned':
      return { tone: 'plain', word: 'Not paid' }
    case 'refunded':
      return { tone: 'plain', word: 'Refunded' }
  }
}
