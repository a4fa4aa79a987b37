import type { FastifyInstance } from 'fastify'
import { readFields } from '../form-fields.ts'
import { isOwnForm } from '../own-page.ts'
import { sendPage } from '../page/frame.ts'
import { type Html, html } from '../page/html.ts'
import { isLabelStatus } from './carrier-controls.ts'
import type { LabelBooks, LabelStatus, SoldLabel } from './label-books.ts'

const MAX_SHOWN = 200
const WORDS: Readonly<Record<LabelStatus, string>> = {
  made: 'Label created',
  under_way: 'In transit',
  problem: 'Delayed',
  delivered: 'Delivered',
  returned: 'Returned',
}
const MOVES: readonly LabelStatus[] = ['under_way', 'delivered', 'returned']

type Carriers = Readonly<Record<'ups' | 'usps', LabelBooks>>

/** Lists what both carriers have in transit, with buttons to move each one along at once. */
export function parcelsRoutes(app: FastifyInstance, carriers: Carriers) {
  app.get('/parcels/', (_request, reply) => {
    const sold = (['ups', 'usps'] as const).flatMap((carrier) =>
      carriers[carrier].all().map((label) => ({ carrier, label })),
    )
    const newest = sold.toSorted((a, b) => b.label.soldAt.localeCompare(a.label.soldAt)).slice(0, MAX_SHOWN)
    return sendPage(reply, 200, {
      title: 'Parcels · Laurel sandbox',
      section: 'parcels',
      body: html`<div class="stack-l">
<div class="stack"><h1>Parcels and letters</h1><p class="muted">Every label you bought. Move one along, and
Laurel finds out the next time it asks the carrier, every few hours once the parcel has shipped.</p></div>
${
  newest.length === 0
    ? html`<p class="muted">No labels yet. Buy labels for a batch in Laurel’s office.</p>`
    : html`<ul class="panels">${newest.map(({ carrier, label }) => card(carrier, label))}</ul>`
}</div>`,
    })
  })

  app.post('/parcels/', (request, reply) => {
    if (!isOwnForm(request)) return reply.code(403).send({ error: 'Only a page of the sandbox does that.' })
    const { carrier, tracking_number: number = '', status = '' } = readFields(request.body)
    const books = carrier === 'ups' || carrier === 'usps' ? carriers[carrier] : undefined
    const label = books?.find(number)
    if (books === undefined || label === undefined) return reply.code(404).send()
    if (!isLabelStatus(status)) return reply.code(422).send()
    books.write({ ...label, status })
    return reply.redirect('/parcels/', 303)
  })
}

function card(carrier: 'ups' | 'usps', { trackingNumber, to, status, isVoid }: SoldLabel): Html {
  const place = [to.city, to.state].filter(Boolean).join(', ')
  const isOver = isVoid || status === 'delivered' || status === 'returned'
  return html`<li class="panel"><h2>${to.name || place}</h2><p>${[place, to.zip].filter(Boolean).join(' ')}</p>
<p class="small muted">${carrier.toUpperCase()} <code>${trackingNumber}</code></p>
<p><b>${isVoid ? 'Voided' : WORDS[status]}</b></p>${
    !isOver &&
    html`<form class="find" method="post" action="/parcels/">
<input type="hidden" name="carrier" value="${carrier}"><input type="hidden" name="tracking_number" value="${trackingNumber}">${MOVES.filter(
      (one) => one !== status,
    ).map(
      (one) =>
        html`<button class="button plain compact" name="status" value="${one}" aria-label="${`${WORDS[one]}: ${trackingNumber}`}">${WORDS[one]}</button>`,
    )}</form>`
  }</li>`
}
