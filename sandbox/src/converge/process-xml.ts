import { readTerminal } from './credentials.ts'
import { ConvergeError } from './errors.ts'
import type { Ledger } from './ledger.ts'
import { answerQuery } from './queries.ts'
import { queryFields, responseFields } from './response-fields.ts'
import { isReversal, reverse } from './reversals.ts'
import type { Terminal } from './terminals.ts'
import { parseTxn, writeTxn, writeTxnList } from './xml.ts'

const CENTS_TOO_MANY = 100

export type Books = { terminals: readonly Terminal[]; ledger: Ledger; now: () => Date }

function answer({ terminals, ledger, now }: Books, xml: string, takeWrongAmount: () => boolean): string {
  const fields = parseTxn(xml)
  const terminal = readTerminal(terminals, fields)
  const kind = fields.ssl_transaction_type?.toLowerCase()
  if (!kind) throw new ConvergeError(4009, 'ssl_transaction_type')

  if (isReversal(kind)) {
    return writeTxn(responseFields(terminal, reverse(ledger, terminal, kind, fields, now())))
  }
  if (kind !== 'txnquery') throw new ConvergeError(4016, 'ssl_transaction_type')

  const found = answerQuery(ledger, terminal, fields)
  const surplus = takeWrongAmount() ? CENTS_TOO_MANY : 0
  const list = [found].flat().map((one) => {
    return queryFields(terminal, { ...one, amountCents: one.amountCents + surplus }, now())
  })
  return Array.isArray(found) ? writeTxnList(list) : writeTxn(list[0] ?? {})
}

/** Whether a request is a refund or void; an unreadable one isn't. */
export function asksForReversal(xml: string): boolean {
  try {
    return isReversal(parseTxn(xml).ssl_transaction_type?.toLowerCase() ?? '')
  } catch (cause) {
    if (!(cause instanceof ConvergeError)) throw cause
    return false
  }
}

/** Answers one request to the XML endpoint; an error is an answer, too. */
export function processXml(books: Books, xml: string, takeWrongAmount: () => boolean): string {
  try {
    return answer(books, xml, takeWrongAmount)
  } catch (cause) {
    if (!(cause instanceof ConvergeError)) throw cause
    return writeTxn(cause.fields)
  }
}
