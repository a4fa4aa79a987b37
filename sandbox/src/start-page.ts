import type { FastifyInstance } from 'fastify'
import { sendPage } from './page/frame.ts'
import { html } from './page/html.ts'

const SECTIONS = [
  ['Inbox', '/inbox/', 'Every email that Laurel sends. JSON at /inbox/messages/?to=ADDRESS.'],
  ['Text messages', '/sms/', 'Every text message. JSON at /sms/messages/?to=NUMBER.'],
  ['Parcels', '/parcels/', 'Every label you bought. Move a parcel or letter along, or return it.'],
  ['Faults', '/faults/', 'Make an outside system fail, once or until cleared.'],
] as const

const ADDRESSES = [
  ['POST', '/converge/hosted-payments/transaction_token'],
  ['GET, POST', '/converge/hosted-payments'],
  ['POST', '/converge/processxml.do'],
  ['POST', '/converge/settlements/'],
  ['POST', '/converge/transactions/'],
  ['', '/ups/…, /usps/… with the carriers’ own paths'],
  ['POST, GET', '/places/v2/… with Amazon Location’s own paths'],
  ['', '/s3/BUCKET/KEY with Amazon S3’s own calls'],
  ['POST', '/bedrock/model/… with Amazon Bedrock’s own paths, /openai/v1/chat/completions'],
  ['GET', '/ups/labels/, /usps/labels/'],
  ['POST', '/ups/movements/, /usps/movements/ with tracking_number and status'],
] as const

/** The start page, and a health check. */
export function startPage(app: FastifyInstance, smtpPort: () => number) {
  app.get('/health', () => ({ ok: true }))

  app.get('/', (_request, reply) =>
    sendPage(reply, 200, {
      title: 'Laurel sandbox',
      section: 'index',
      body: html`<div class="stack-l">
<div class="stack"><h1>The sandbox</h1>
<p>Simulators of the systems outside Laurel: the payment provider, carriers, places, storage, a language model, mail and
text messages. They speak the real protocols, on this machine only. No money moves, no mail leaves.</p></div>
<ul class="panels">${SECTIONS.map(
        ([name, href, text]) =>
          html`<li class="panel"><h2><a href="${href}">${name}</a></h2><p class="muted">${text}</p></li>`,
      )}</ul>
<section class="panel stack"><h2>Addresses for programs</h2>
<dl class="facts">${ADDRESSES.map(([method, path]) => html`<dt>${method}</dt><dd><code>${path}</code></dd>`)}
<dt>SMTP</dt><dd><code>127.0.0.1:${smtpPort()}</code></dd></dl></section>
</div>`,
    }),
  )
}
