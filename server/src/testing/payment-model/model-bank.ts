import { Refusal } from '@laurel/domain/refusal'
import type {
  ProviderTransaction,
  RefundAnswer,
  RefundRequest,
} from '../../features/payments/payment-gateway.ts'
import { approval, debit } from '../ordering-world.ts'
import type { makeFakeGateway } from '../world.ts'
import { throughTheWire, tokenThroughTheWire, type WireFault } from './model-wire.ts'

const PAGE_LIFE_MS = 15 * 60_000
const DEBIT_VOID_WINDOW_MS = 10 * 60_000

type Charge = {
  id: string
  transactionId: string
  cents: number
  isDebit: boolean
  takenAtMs: number
  status: 'OPN' | 'PEN' | 'REV' | 'STL' | 'PST' | 'DECLINED'
  isVoided: boolean
  returnedCents: number
}
type Page = { transactionId: string; cents: number; isDebit: boolean; openedAtMs: number; isUsed: boolean }

/** An amount that ends in these cents is declined whatever it is paid with. */
const DECLINED_CENTS = 60

/** How the answer to a refund gets lost: before anything was done, after, or not at all. */
export type Loss = 'none' | 'before' | 'after'
export type Lie = 'amount' | 'other_attempt' | 'used_elsewhere' | 'contradiction' | 'currency'

export type Bank = ReturnType<typeof makeBank>

/** A bank with its own records, which the server's are checked against. */
export function makeBank(gateway: ReturnType<typeof makeFakeGateway>, run: string, nowMs: () => number) {
  const pages = new Map<string, Page>()
  const charges: Charge[] = []
  let lossOfRefunds: Loss = 'none'
  let wire: WireFault = 'none'
  let isAway = false
  let slow: { transactionId: string; hasAsked: () => void; released: Promise<void> } | undefined
  let count = 0

  const told = (charge: Charge): ProviderTransaction =>
    approval(
      { transactionId: charge.transactionId, amountCents: charge.cents },
      {
        ...(charge.isDebit && debit),
        providerTransactionId: charge.id,
        ...(charge.status === 'DECLINED'
          ? { result: '1', resultMessage: 'DECLINED', approvalCode: '', status: '' }
          : { status: charge.status }),
      },
    )
  const publish = (transactionId: string) =>
    gateway.transactions.set(
      transactionId,
      charges.filter((one) => one.transactionId === transactionId).map(told),
    )

  function refund({ kind, of, amountCents, transactionId }: RefundRequest): RefundAnswer {
    if (lossOfRefunds === 'before') throw new Refusal('payment_unknown')
    const charge = charges.find(({ id }) => id === of)
    if (charge === undefined || charge.isVoided || charge.status === 'DECLINED') {
      return { outcome: 'refused', code: '5040' }
    }
    const isTooLate = nowMs() - charge.takenAtMs > DEBIT_VOID_WINDOW_MS
    if (charge.isDebit && (kind === 'return' || isTooLate)) return { outcome: 'refused', code: '5041' }
    if (kind === 'void') {
      if (charge.status === 'STL' && !charge.isDebit) return { outcome: 'already_settled' }
      charge.isVoided = true
    } else {
      if (charge.returnedCents + amountCents > charge.cents) return { outcome: 'refused', code: '5091' }
      charge.returnedCents += amountCents
    }
    const providerTransactionId = `BACK-${transactionId}`
    gateway.transactions.set(transactionId, [
      approval(
        { transactionId, amountCents },
        { providerTransactionId, transactionType: kind === 'void' ? 'VOID' : 'RETURN' },
      ),
    ])
    if (lossOfRefunds === 'after') throw new Refusal('payment_unknown')
    return { outcome: 'done', providerTransactionId }
  }
  gateway.setRefund(refund)
  gateway.setUnreachable = (value) => {
    isAway = value
  }
  gateway.mintToken = async (_account, request) => {
    if (isAway) throw new Error('unreachable')
    const token = tokenThroughTheWire(`token/${request.transactionId}+=`, wire)
    gateway.minted.push(request)
    return token
  }
  gateway.findTransactions = async (_account, transactionId) => {
    if (isAway) throw new Error('unreachable')
    const found = throughTheWire(gateway.transactions.get(transactionId) ?? [], wire)
    if (slow?.transactionId === transactionId) {
      // The answer is computed on release, when everything may have changed.
      const { hasAsked, released } = slow
      slow = undefined
      hasAsked()
      await released
    }
    return found
  }

  return {
    charges,
    /** Every answer is damaged on its way from now on. */
    setWire(fault: WireFault) {
      wire = fault
    },
    /** The next answer about an attempt takes long. */
    slowDown(transactionId: string) {
      let hasAsked = () => {}
      let release = () => {}
      const asked = new Promise<void>((resolve) => {
        hasAsked = resolve
      })
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      slow = { transactionId, hasAsked, released }
      return {
        asked,
        release() {
          slow = undefined
          release()
        },
      }
    },
    /** A fault of the bank's own: what was taken once is taken again. */
    chargeTwice(transactionId: string) {
      const first = charges.find((one) => one.transactionId === transactionId && one.status === 'OPN')
      if (first === undefined || first.isVoided || first.returnedCents > 0 || first.isDebit) return
      count += 1
      charges.push({ ...first, id: `AD3-${run}-${count}` })
      publish(transactionId)
    },
    openPage(transactionId: string, cents: number, isDebit: boolean, atMs: number) {
      pages.set(transactionId, { transactionId, cents, isDebit, openedAtMs: atMs, isUsed: false })
    },
    /** The buyer's last click on an open page; an expired or paid page charges nothing. */
    press(
      transactionId: string,
      atMs: number,
      outcome: 'approve' | 'decline' | 'hold',
      isToldLater = false,
    ): boolean {
      const page = pages.get(transactionId)
      if (page === undefined || page.isUsed || atMs - page.openedAtMs >= PAGE_LIFE_MS) return false
      count += 1
      // A decline leaves the page open for another card.
      const isDeclined = outcome === 'decline' || page.cents % 100 === DECLINED_CENTS
      page.isUsed = !isDeclined
      const open = page.isDebit ? 'PEN' : 'OPN'
      charges.push({
        id: `AD3-${run}-${count}`,
        transactionId,
        cents: page.cents,
        isDebit: page.isDebit,
        takenAtMs: atMs,
        status: isDeclined ? 'DECLINED' : outcome === 'hold' ? 'REV' : open,
        isVoided: false,
        returnedCents: 0,
      })
      if (!isToldLater) publish(transactionId)
      return true
    },
    /** Its books are up to date: what was taken can be asked for. */
    tell: publish,
    /** A night passes: what is open is settled, what is held is let through. */
    settle() {
      for (const charge of charges) {
        if (charge.isVoided || charge.status === 'DECLINED' || charge.status === 'PST') continue
        charge.status = charge.status === 'REV' ? (charge.isDebit ? 'PEN' : 'OPN') : 'STL'
        publish(charge.transactionId)
      }
    },
    /** The customer's own bank takes a debit back, or a rule refuses a card after all. */
    chargeBack(index: number) {
      const able = charges.filter(
        (one) => !one.isVoided && one.returnedCents === 0 && ['OPN', 'PEN', 'REV'].includes(one.status),
      )
      const late = charges.filter((one) => one.isDebit && one.status === 'STL')
      const all = [...able, ...late]
      const charge = all[index % Math.max(1, all.length)]
      if (charge === undefined) return
      charge.status = 'PST'
      publish(charge.transactionId)
    },
    /** Answers about one attempt are wrong while something is done. */
    async lieAbout(transactionId: string, lie: Lie, usedId: string | null, during: () => Promise<unknown>) {
      const honest = gateway.transactions.get(transactionId) ?? []
      const page = pages.get(transactionId)
      const cents = page?.cents ?? 1
      const base = { transactionId, amountCents: cents }
      const lies: Record<Lie, Partial<ProviderTransaction>> = {
        amount: { amountCents: cents - 1 },
        other_attempt: { transactionId: 'f'.repeat(32) },
        used_elsewhere: usedId === null ? { transactionId: '' } : { providerTransactionId: usedId },
        contradiction: { resultMessage: 'APPROVAL', result: '1' },
        currency: { currency: 'CAD' },
      }
      const told = { ...(page?.isDebit && debit), providerTransactionId: 'AD3-LIE', ...lies[lie] }
      gateway.transactions.set(transactionId, [approval(base, told)])
      await during()
      gateway.transactions.set(transactionId, honest)
    },
    loseRefunds(loss: Loss) {
      lossOfRefunds = loss
    },
    /** What was taken for an attempt and neither voided nor returned by a bank. */
    keptOf: (transactionId: string) =>
      charges.filter(
        (one) =>
          one.transactionId === transactionId &&
          !one.isVoided &&
          one.returnedCents < one.cents &&
          one.status !== 'DECLINED' &&
          one.status !== 'PST',
      ),
  }
}
