import type { FastifyInstance } from 'fastify'
import { dig, text } from './answers.ts'
import type { LabelBooks, LabelStatus } from './label-books.ts'

const STATUSES: readonly LabelStatus[] = ['made', 'under_way', 'problem', 'delivered', 'returned']

export function isLabelStatus(value: string): value is LabelStatus {
  return STATUSES.some((one) => one === value)
}

/** Two endpoints real carriers don't have: list all sold labels, and move one along at once. */
export function carrierControls(app: FastifyInstance, carrier: 'ups' | 'usps', books: LabelBooks) {
  app.get(`/${carrier}/labels/`, () => ({ labels: books.all() }))

  app.post(`/${carrier}/movements/`, (request, reply) => {
    const status = text(dig(request.body, 'status'))
    const label = books.find(text(dig(request.body, 'tracking_number')))
    if (label === undefined) return reply.code(404).send({ error: 'No label has this tracking_number.' })
    if (!isLabelStatus(status))
      return reply.code(422).send({ error: `status is one of ${STATUSES.join(', ')}.` })
    return books.write({ ...label, status })
  })
}
