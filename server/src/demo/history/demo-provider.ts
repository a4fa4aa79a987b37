import { randomInt, randomUUID } from 'node:crypto'
import type { HostedPageMethod } from '@laurel/domain/payment-method'
import type { PaymentGateway, ProviderTransaction } from '../../features/payments/payment-gateway.ts'

const DAY_MS = 86_400_000
const SETTLES_AFTER_MS: Record<HostedPageMethod, number> = {
  elavon_cc: DAY_MS,
  elavon_ach: 3 * DAY_MS,
}

/** What the sandbox needs of a transaction (`sandbox/src/converge/transactions.ts`). */
type Transaction = {
  txnId: string
  merchantId: string
  type: 'SALE' | 'ECSPURCHASE' | 'RETURN' | 'VOID' | 'ECSVOID'
  originalTxnId?: string
  approved: boolean
  message: string
  approvalCode: string
  amountCents: number
  at: string
  isVoided: boolean
  maskedCard: string
  cardName: string
  maskedAccount: string
  merchantTxnId: string
  invoiceNumber: string
}
type Minted = {
  merchantId: string
  method: HostedPageMethod
  transactionId: string
  amountCents: number
  orderNumber: string
}

/**
 * The payment provider of a demo's past. Its transactions are passed to the sandbox, so that old orders can be
 * refunded there.
 */
export function makeDemoProvider(now: () => Date) {
  const transactions: Transaction[] = []
  let last: Minted | undefined

  const add = (
    given: Pick<Transaction, 'merchantId' | 'type' | 'amountCents' | 'merchantTxnId'> & Partial<Transaction>,
  ): Transaction => {
    const transaction: Transaction = {
      txnId: idAt(now()),
      approved: true,
      message: 'APPROVAL',
      approvalCode: String(randomInt(1_000_000)).padStart(6, '0'),
      at: now().toISOString(),
      isVoided: false,
      maskedCard: '',
      cardName: '',
      maskedAccount: '',
      invoiceNumber: '',
      ...given,
    }
    transactions.push(transaction)
    return transaction
  }

  const gateway: PaymentGateway = {
    pageUrl: 'http://localhost/',
    async mintToken({ merchantId }, { method, transactionId, amountCents, orderNumber }) {
      last = { merchantId, method, transactionId, amountCents, orderNumber }
      return randomUUID()
    },
    check: async () => ({ outcome: 'right', words: '' }),
    async findTransactions({ merchantId }, transactionId) {
      return transactions
        .filter(
          (transaction) =>
            transaction.merchantId === merchantId && transaction.merchantTxnId === transactionId,
        )
        .map((transaction) => reported(transaction, now()))
    },
    async refund({ merchantId }, { kind, method, of, amountCents, transactionId }) {
      const original = transactions.find(({ txnId }) => txnId === of)
      if (original === undefined) return { outcome: 'refused', code: '5040' }
      if (kind === 'void') {
        if (isSettled(original, now())) return { outcome: 'already_settled' }
        original.isVoided = true
      }
      const back = kind === 'return' ? 'RETURN' : method === 'elavon_ach' ? 'ECSVOID' : 'VOID'
      const { maskedCard, cardName, maskedAccount } = original
      const { txnId } = add({
        merchantId,
        type: back,
        amountCents,
        merchantTxnId: transactionId,
        originalTxnId: of,
        maskedCard,
        cardName,
        maskedAccount,
      })
      return { outcome: 'done', providerTransactionId: txnId }
    },
  }
  return {
    gateway,
    transactions: transactions as readonly Transaction[],
    /** Pays on the page that was opened last. @param amountCents if it isn't what the page asked for */
    openPage(): (amountCents?: number) => void {
      if (last === undefined) throw new Error('no payment page was opened')
      const { merchantId, method, transactionId, orderNumber, amountCents: asked } = last
      const isCard = method === 'elavon_cc'
      return (amountCents = asked) =>
        void add({
          merchantId,
          type: isCard ? 'SALE' : 'ECSPURCHASE',
          amountCents,
          merchantTxnId: transactionId,
          invoiceNumber: orderNumber,
          ...(isCard
            ? { maskedCard: '41**********9990', cardName: 'VISA' }
            : { maskedAccount: '******7890' }),
        })
    },
  }
}

function isSettled({ type, at, approved, isVoided }: Transaction, now: Date): boolean {
  const method = type === 'ECSPURCHASE' ? 'elavon_ach' : 'elavon_cc'
  return approved && !isVoided && now.getTime() - Date.parse(at) >= SETTLES_AFTER_MS[method]
}

function reported(transaction: Transaction, now: Date): ProviderTransaction {
  const isBank = transaction.type === 'ECSPURCHASE' || transaction.type === 'ECSVOID'
  const open = isBank ? 'PEN' : 'OPN'
  return {
    providerTransactionId: transaction.txnId,
    transactionId: transaction.merchantTxnId,
    amountCents: transaction.amountCents,
    result: transaction.approved ? '0' : '1',
    resultMessage: transaction.message,
    approvalCode: transaction.approvalCode,
    status: transaction.approved ? (isSettled(transaction, now) ? 'STL' : open) : '',
    transactionType: transaction.type,
    cardType: isBank ? 'ELECTRONICCHECK' : 'CREDITCARD',
    maskedAccount: isBank
      ? `•••• ${transaction.maskedAccount.slice(-4)}`
      : `VISA •••• ${transaction.maskedCard.slice(-4)}`,
    avsResponse: 'M',
  }
}

/** An ID as the provider forms it: the day, the terminal's letters, a UUID. */
function idAt(at: Date): string {
  const [year = '', month = '', day = ''] = at.toISOString().slice(2, 10).split('-')
  return `${day}${month}${year}AD3-${randomUUID().toUpperCase()}`
}
