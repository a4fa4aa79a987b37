import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Faults } from '../faults/faults.ts'
import { readFields } from '../form-fields.ts'
import { type Books, processXml } from './process-xml.ts'
import { statusOf } from './transactions.ts'

/** The XML endpoint, and one door that real life has not: settling without waiting for the night. */
export function apiRoutes(app: FastifyInstance, books: Books, faults: Faults) {
  app.post('/converge/processxml.do', async (request, reply) => {
    if (faults.take('converge', 'query_5xx'))
      return reply.code(503).type('text/plain').send('Service Unavailable')
    const late = faults.take('converge', 'query_timeout')
    if (late) await wait(late.ms, undefined, { ref: false })

    const xml = readFields(request.body).xmldata ?? ''
    return reply
      .type('text/xml; charset=utf-8')
      .send(processXml(books, xml, () => faults.take('converge', 'wrong_amount') !== undefined))
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
}
