import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Faults } from '../faults/faults.ts'
import { readFields } from '../form-fields.ts'
import { sendErrorPage } from './error-page.ts'
import { asksForReversal, type Books, processXml } from './process-xml.ts'
import { statusOf, type Transaction } from './transactions.ts'

/** What a transaction of the past may leave out. */
const DEFAULTS = {
  isReview: false,
  isSettled: false,
  description: '',
  customerCode: '',
  tokenResponse: '',
  custom: {},
}
type Past = Omit<Transaction, keyof typeof DEFAULTS> & Partial<Transaction>

/** The XML endpoint, and two that the real provider doesn't have: settling at once, and a past. */
export function apiRoutes(app: FastifyInstance, books: Books, faults: Faults) {
  app.post('/converge/processxml.do', async (request, reply) => {
    if (faults.take('converge', 'query_5xx')) return unavailable(reply)
    if (faults.take('converge', 'query_html')) return sendErrorPage(reply)
    const late = faults.take('converge', 'query_timeout')
    if (late) await wait(late.ms, undefined, { ref: false })
    const xml = readFields(request.body).xmldata ?? ''
    const isReversal = asksForReversal(xml)
    if (isReversal && faults.take('converge', 'reversal_5xx')) return unavailable(reply)
    const answer = processXml(books, xml, () => faults.take('converge', 'wrong_amount') !== undefined)
    const lost = isReversal ? faults.take('converge', 'reversal_then_timeout') : undefined
    if (lost) await wait(lost.ms, undefined, { ref: false })
    const slow = faults.take('converge', 'slow_drip')
    return reply.type('text/xml; charset=utf-8').send(slow ? Readable.from(drip(answer, slow.ms)) : answer)
  })

  app.post('/converge/settlements/', (request) => {
    const only = readFields(request.body).ssl_txn_id
    const open = books.ledger.all().filter((one) => {
      const status = statusOf(one, books.now())
      return (status === 'OPN' || status === 'PEN') && !one.isVoided && (!only || one.txnId === only)
    })
    for (const transaction of open) books.ledger.write({ ...transaction, isSettled: true })
    return { settled: open.map(({ txnId }) => txnId) }
  })

  app.post<{ Body: { transactions: Past[] } }>('/converge/transactions/', ({ body }) => {
    for (const transaction of body.transactions) books.ledger.write({ ...DEFAULTS, ...transaction })
    return { added: body.transactions.length }
  })
}

function unavailable(reply: FastifyReply): FastifyReply {
  return reply.code(503).type('text/plain').send('Service Unavailable')
}

/** The connection stays active, so only a limit on the whole answer ends the wait. */
async function* drip(text: string, ms: number | undefined) {
  for (const sign of text) {
    await wait(ms, undefined, { ref: false })
    yield sign
  }
}
