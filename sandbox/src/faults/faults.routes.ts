import type { FastifyInstance } from 'fastify'
import { readFields } from '../form-fields.ts'
import { isOwnForm } from '../own-page.ts'
import { sendPage } from '../page/frame.ts'
import { type Html, html } from '../page/html.ts'
import { type Faults, UnknownFault } from './faults.ts'
import { isSystem, KNOWN_FAULTS } from './known-faults.ts'

/** The faults API: PUT switches on, DELETE clears, GET lists (as a page for browsers). */
export function faultsRoutes(app: FastifyInstance, faults: Faults) {
  app.get('/faults/', (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) return { known: KNOWN_FAULTS, active: faults.list() }
    const active = faults.list()
    return sendPage(reply, 200, {
      title: 'Faults · Laurel sandbox',
      section: 'faults',
      body: html`<div class="stack-l">
<div class="stack"><h1>Faults</h1><p class="muted">Make one happen once, or until its
system is cleared. Programs do so with <code>PUT /faults/{system}/</code> and <code>{"fault": "…", "times": 1}</code>,
and <code>DELETE /faults/{system}/</code>; some take <code>ms</code> or <code>code</code>.</p></div>
<ul class="panels">${KNOWN_FAULTS.map(({ system, fault, summary }) => {
        const on = active.find((one) => one.system === system && one.fault === fault)
        return html`<li class="panel"><h2>${fault}</h2><p>${summary}</p><p class="small muted">${system} · ${
          on ? html`<b>on${on.times !== undefined && `, ${on.times} more`}</b>` : 'off'
        }</p>${buttons(system, fault, on !== undefined)}</li>`
      })}</ul></div>`,
    })
  })

  app.post('/faults/', (request, reply) => {
    if (!isOwnForm(request)) return reply.code(403).send({ error: 'Only a page of the sandbox does that.' })
    const { system = '', fault, how } = readFields(request.body)
    if (!isSystem(system)) return reply.code(404).send({ error: `No system is called ${system}.` })
    try {
      if (how === 'clear') faults.clear(system)
      else faults.switchOn(system, { fault, times: how === 'once' ? 1 : undefined })
    } catch (cause) {
      if (!(cause instanceof UnknownFault)) throw cause
      return reply.code(422).send({ error: cause.message })
    }
    return reply.redirect('/faults/', 303)
  })

  app.put<{ Params: { system: string } }>('/faults/:system/', (request, reply) => {
    const { system } = request.params
    if (!isSystem(system)) return reply.code(404).send({ error: `No system is called ${system}.` })
    try {
      return { active: faults.switchOn(system, request.body) }
    } catch (cause) {
      if (!(cause instanceof UnknownFault)) throw cause
      return reply.code(422).send({ error: cause.message })
    }
  })

  app.delete<{ Params: { system: string } }>('/faults/:system/', (request, reply) => {
    const { system } = request.params
    if (!isSystem(system)) return reply.code(404).send({ error: `No system is called ${system}.` })
    faults.clear(system)
    return reply.code(204).send()
  })
}

function buttons(system: string, fault: string, isOn: boolean): Html {
  const button = (how: string, words: string) =>
    html`<button class="button plain compact" name="how" value="${how}" aria-label="${`${words}: ${fault}`}">${words}</button>`
  return html`<form class="find" method="post" action="/faults/"><input type="hidden" name="system" value="${system}">
<input type="hidden" name="fault" value="${fault}">${
    isOn
      ? button('clear', `Clear ${system}`)
      : html`${button('once', 'Once')}${button('stay', 'Until cleared')}`
  }</form>`
}
