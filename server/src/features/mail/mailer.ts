import { randomUUID } from 'node:crypto'
import type { Texts } from '@laurel/domain/texts'
import { startMakers } from '../../makers/makers.ts'
import { mailEnded } from '../../observability/signals.ts'
import { assertLiveSite } from '../../test-site.ts'
import { textsOf } from '../../texts.ts'
import { picturePart } from './picture-part.ts'

/** One process for all mail: it waits for mail servers more than it works. */
const composers = startMakers({ name: 'composers', most: 1, atOnce: 100, withinMs: 5 * 60_000 })
const transport = composers.callsTo<typeof import('./mail-transport.ts')>(
  new URL('./mail-transport.ts', import.meta.url),
)

export type Mail = {
  /** Its language; English without it. */
  i18n?: Texts
  /** Whose own address and signature it carries, where the site has them. */
  siteId?: number
  /** The organization's own name, before the address. */
  fromName: string
  to: string
  subject: string
  text: string
  html: string
  /** The same for every attempt of a message, so that duplicates can be recognized. */
  key: string
  attachments?: readonly Attachment[]
  /** Pictures that the mail's own HTML shows, as `cid:` and their names. */
  pictures?: readonly MailPicture[]
  headers?: Readonly<Record<string, string>>
}

export type MailPicture = { cid: string; bytes: Buffer }
export type Attachment = { fileName: string; contentType: string; bytes: Buffer }

/** The mail server, and the address of sites without one of their own. */
export type MailSettings = { smtpUrl: string; mailFrom: string; isDemo?: boolean }

export type Mailer = { send(mail: Mail): Promise<void>; close(): Promise<void> }

/** A site's own sender address and signing key, if set; and the reply address. */
export type Sender = {
  own?: { address: string; dkim: { domainName: string; keySelector: string; privateKey: string } } | undefined
  replyTo?: string
  /** The site's logos by their names in its mails' HTML. */
  logos?: Readonly<Record<string, Buffer | undefined>>
}
export type FindSender = (siteId: number) => Promise<Sender | undefined>

const noSender: FindSender = async () => undefined

/**
 * Composes and sends mail in another process, over a few SMTP connections of this mailer's own.
 */
export function makeMailer(settings: MailSettings | undefined, findSender: FindSender = noSender): Mailer {
  if (settings === undefined) return NO_MAILER
  const line = { id: randomUUID(), smtpUrl: settings.smtpUrl }
  let isUsed = false
  const host = settings.mailFrom.split('@').at(-1) ?? 'localhost'
  return {
    async send({
      i18n = textsOf('en'),
      siteId,
      fromName,
      to,
      subject,
      text,
      html,
      key,
      attachments = [],
      pictures = [],
      headers,
    }) {
      if (siteId !== undefined) assertLiveSite(siteId, 'a mail')
      const sender = siteId === undefined ? undefined : await findSender(siteId)
      isUsed = true
      const logos = Object.entries(sender?.logos ?? {}).flatMap(([cid, bytes]) =>
        bytes && html.includes(`cid:${cid}`) ? [{ cid, bytes }] : [],
      )
      const sent = transport('sendMail', line, {
        from: { name: oneLine(fromName), address: sender?.own?.address ?? settings.mailFrom },
        ...(sender?.own && { dkim: sender.own.dkim }),
        ...(sender?.replyTo && { replyTo: { name: oneLine(fromName), address: oneLine(sender.replyTo) } }),
        to: { name: '', address: oneLine(to) },
        subject: oneLine(subject),
        ...(settings.isDemo ? markedAsDemo(i18n, { text, html }) : { text, html }),
        attachments: [
          ...attachments.map(({ fileName, contentType, bytes }) => ({
            filename: fileName,
            contentType,
            content: bytes,
          })),
          ...[...pictures, ...logos].map((one) => ({ cid: one.cid, raw: picturePart(one) })),
        ],
        ...(headers !== undefined && { headers }),
        messageId: `<${key.replaceAll(/[^\w.-]/g, '')}@${host}>`,
      })
      await sent.then(
        () => mailEnded.publish({ outcome: 'sent' }),
        (cause: unknown) => {
          mailEnded.publish({ outcome: 'failed' })
          throw cause
        },
      )
    },
    close: async () => {
      if (isUsed) await transport('closeLine', line.id)
    },
  }
}

/** Without a mail server, mail jobs wait in their queues, and nothing else sends mail. */
const NO_MAILER: Mailer = {
  send: () => Promise.reject(new Error('no mail server is connected')),
  close: async () => {},
}

/** Asks the mail server whether it's there. @returns its host and port */
export function greetMailServer(smtpUrl: string, timeoutMs: number): Promise<string> {
  return transport('greet', smtpUrl, timeoutMs)
}

function markedAsDemo(i18n: Texts, { text, html }: Pick<Mail, 'text' | 'html'>) {
  const words = i18n.t('Demo: orders, payments, and cards aren’t real.')
  const foot = `<p class="mute" style="font:400 13px/1.5 Arial,sans-serif;text-align:center">${words}</p>`
  return { text: `${text}\n${words}\n`, html: html.replace('</body>', () => `${foot}</body>`) }
}

/** A line break in a header would start another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\p{Cc}]+/gu, ' ').trim()
}
