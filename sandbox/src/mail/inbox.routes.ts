import type { FastifyInstance } from 'fastify'
import { readFields } from '../form-fields.ts'
import type { MessageBox } from '../message-box.ts'
import { sendPage } from '../page/frame.ts'
import { type Html, html } from '../page/html.ts'
import { LIST_SCRIPT, messageListPage } from '../page/message-list.ts'
import { type Attachment, addressKey, type Mail } from './mail.ts'

function letter(mail: Mail | undefined): Html {
  if (!mail) return html`<p class="muted">Choose a message to read it.</p>`
  // Links open in a new tab; nothing in a mail can run scripts or leave its frame.
  const framed = `<base target="_blank">${withPictures(mail)}`
  return html`<h2>${mail.subject || '(no subject)'}</h2>
<dl class="facts"><dt>From</dt><dd>${mail.from}</dd><dt>To</dt><dd>${mail.to}</dd></dl>
${mail.attachments.map((attachment, index) =>
  isShown(mail, attachment)
    ? ''
    : html`<p><a href="/inbox/messages/${mail.id}/attachments/${index}/">${attachment.file_name || 'Attachment'}</a></p>`,
)}
${
  mail.html === ''
    ? html`<pre>${mail.text}</pre>`
    : html`<iframe title="Message text" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed}"></iframe>
<details><summary>Plain text</summary><pre>${mail.text}</pre></details>`
}`
}

function isShown(mail: Mail, { content_id: id }: Attachment): boolean {
  return id !== undefined && mail.html.includes(`cid:${id}`)
}

/** The HTML with its pictures inside: a frame can't load `cid:` addresses. */
function withPictures(mail: Mail): string {
  return mail.attachments
    .filter((attachment) => isShown(mail, attachment))
    .reduce(
      (text, { content_id: id, content_type: type, base64 }) =>
        text.replaceAll(`cid:${id}`, () => `data:${type};base64,${base64}`),
      mail.html,
    )
}

/** The inbox: JSON for tests, a page for people. */
export function inboxRoutes(app: FastifyInstance, box: MessageBox<Mail>) {
  function listFor(query: unknown) {
    const { to = '', id } = readFields(query)
    return { to: to.trim(), id: Number(id), mails: box.list(to.trim() === '' ? undefined : addressKey(to)) }
  }

  app.get('/inbox/messages/', (request) => listFor(request.query).mails)

  app.get('/inbox/messages/:id/attachments/:index/', (request, reply) => {
    const { id = '', index = '' } = request.params as Record<string, string>
    const attachment = box.find(Number(id))?.attachments[Number(index)]
    if (attachment === undefined) return reply.code(404).send()
    // Downloaded, never displayed: a mail can contain anything.
    return reply
      .header('content-disposition', 'attachment')
      .type(attachment.content_type)
      .send(Buffer.from(attachment.base64, 'base64'))
  })

  app.delete('/inbox/messages/', (_request, reply) => {
    box.clear()
    return reply.code(204).send()
  })

  app.get('/inbox/', (request, reply) => {
    const { to, id, mails } = listFor(request.query)
    const open = box.find(id)
    return sendPage(reply, 200, {
      title: 'Sandbox inbox',
      section: 'inbox',
      showsForeignHtml: true,
      script: LIST_SCRIPT,
      body: messageListPage({
        path: '/inbox/',
        heading: 'Sandbox inbox',
        hint: 'Mail to bounce@… or bounce+anything@… is rejected. Mail to late-bounce@… bounces a moment later.',
        emptyText: 'No emails yet. They appear here as they’re sent.',
        to: to.replaceAll(' ', '+'),
        toLabel: 'Sent to',
        rows: mails.map((mail) => ({
          id: mail.id,
          title: mail.subject || '(no subject)',
          lines: [`To ${mail.to}`, `From ${mail.from}`],
          received_at: mail.received_at,
        })),
        openId: open?.id,
        opened: letter(open),
      }),
    })
  })
}
