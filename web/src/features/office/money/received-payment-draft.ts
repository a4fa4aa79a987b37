import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { orderNumberOfReference } from '@laurel/domain/remittance-reference'

export type ReceivedPaymentDraft = {
  methodCode: 'self_hosted_check' | 'self_hosted_bank'
  amountCents: number | null
  reference: string
  payer: string
  documentNumber: string
  receivedOn: string
  note: string
}

/** A statement is typed in line by line: the kind and the day stay from one to the next. */
export function nextDraft({
  methodCode,
  receivedOn,
}: Pick<ReceivedPaymentDraft, 'methodCode' | 'receivedOn'>): ReceivedPaymentDraft {
  return { methodCode, receivedOn, amountCents: null, reference: '', payer: '', documentNumber: '', note: '' }
}

export function paymentErrors({ amountCents, receivedOn }: ReceivedPaymentDraft): Record<string, string> {
  return {
    ...((amountCents === null || amountCents < 1) && { amountCents: 'Enter what came in, above $0.00.' }),
    ...(receivedOn === '' && { receivedOn: FIELD_REQUIRED }),
  }
}

/** What is known of a reference while it is typed; nothing while there is nothing to say. */
export function referenceWords(reference: string): { isOurs: boolean; words: string } | undefined {
  if (reference.trim() === '') return undefined
  const number = orderNumberOfReference(reference)
  return number === undefined
    ? {
        isOurs: false,
        words: 'Not one of ours: its check digits do not agree. Look again, or match it by hand.',
      }
    : { isOurs: true, words: `Right: this is order ${number}.` }
}
