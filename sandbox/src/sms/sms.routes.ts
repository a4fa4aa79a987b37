import type { FastifyInstance } from 'fastify'
import { readFields } from '../form-fields.ts'
import type { Message, MessageBox } from '../message-box.ts'
import { sendPage } from '../page/frame.ts'
import { html } from '../page/html.ts'
import { LIST_SCRIPT, messageListPage } from '../page/message-list.ts'

export type Sms = Message & { to: string; text: string }

const MAX_TEXT_LENGTH = 1_600

/** The lookup form of a phone number: its digits. */
function numberKey(number: string): string {
  return number.replace(/\D/g, '')
}

/** Text messages: a gateway sends by POST, tests and people read. */
export function smsRoutes(app: FastifyInstance, box: MessageBox<Sms>) {
  function listFor(query: unknown) {
    const { to = '', id } = readFields(query)
    return {
      to: to.trim(),
      id: Number(id),
      messages: box.list(numberKey(to) === '' ? undefined : numberKey(to)),
    }
  }

  app.post('/sms/messages/', (request, reply) => {
    const { to = '', text = '' } = readFields(request.body)
    if (!/^\+?[\d\s().-]{4,24}$/.test(to)) return reply.code(422).send({ error: 'to is a phone number.' })
    if (text === '' || text.length > MAX_TEXT_LENGTH) {
      return reply.code(422).send({ error: `text has 1 to ${MAX_TEXT_LENGTH} characters.` })
    }
    return reply.code(201).send(box.add({ to, text }, [numberKey(to)], text.length))
  })

  app.get('/sms/messages/', (request) => listFor(request.query).messages)

  app.delete('/sms/messages/', (_request, reply) => {
    box.clear()
    return reply.code(204).send()
  })

  app.get('/sms/', (request, reply) => {
    const { to, id, messages } = listFor(request.query)
    const open = box.find(id)
    return sendPage(reply, 200, {
      title: 'Sandbox text messages',
      section: 'sms',
      script: LIST_SCRIPT,
      body: messageListPage({
        path: '/sms/',
        heading: 'Sandbox text messages',
        emptyText: 'No text messages yet. They appear here as they’re sent.',
        to,
        toLabel: 'Sent to number',
        rows: messages.map(({ id, to, text, received_at }) => ({
          id,
          title: to,
          lines: [text],
          received_at,
        })),
        openId: open?.id,
        opened: open
          ? html`<h2>To ${open.to}</h2><pre>${open.text}</pre>`
          : html`<p class="muted">Choose a message to read it.</p>`,
      }),
    })
  })
}
