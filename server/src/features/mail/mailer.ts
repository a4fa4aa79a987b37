import type { Transporter } from 'nodemailer'
import { picturePart } from './picture-part.ts'

const TIMEOUT_MS = 20_000
const CONNECTIONS = 5

export type Mail = {
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
  /** A picture the mail's own HTML shows, as `cid:` and its name. */
  picture?: { cid: string; bytes: Buffer }
  headers?: Readonly<Record<string, string>>
}

export type Attachment = { fileName: string; contentType: string; bytes: Buffer }

export type Mailer = { send(mail: Mail): Promise<void>; close(): void }

/** A site's own sender address and signing key, if set; and the reply address. */
export type Sender = {
  own?: { address: string; dkim: { domainName: string; keySelector: string; privateKey: string } } | undefined
  replyTo?: string
}
export type FindSender = (siteId: number) => Promise<Sender | undefined>

const nobodysOwn: FindSender = async () => undefined

/** Sends mail over SMTP, a few connections at a time. */
export function makeMailer(
  settings: { smtpUrl: string; mailFrom: string },
  findSender: FindSender = nobodysOwn,
): Mailer {
  let opened: Promise<Transporter> | undefined
  // Loaded with the first mail: a server at rest does without it.
  const open = async (): Promise<Transporter> => {
    const { default: nodemailer } = await import('nodemailer')
    return nodemailer.createTransport({
      url: settings.smtpUrl,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    })
  }
  const host = settings.mailFrom.split('@').at(-1) ?? 'localhost'
  return {
    async send({ siteId, fromName, to, subject, text, html, key, attachments = [], picture, headers }) {
      opened ??= open()
      const transport = await opened
      const sender = siteId === undefined ? undefined : await findSender(siteId)
      await transport.sendMail({
        from: { name: oneLine(fromName), address: sender?.own?.address ?? settings.mailFrom },
        ...(sender?.own && { dkim: sender.own.dkim }),
        ...(sender?.replyTo && { replyTo: { name: oneLine(fromName), address: oneLine(sender.replyTo) } }),
        to: { name: '', address: oneLine(to) },
        subject: oneLine(subject),
        text,
        html,
        attachments: [
          ...attachments.map(({ fileName, contentType, bytes }) => ({
            filename: fileName,
            contentType,
            content: bytes,
          })),
          ...(picture === undefined ? [] : [{ cid: picture.cid, raw: picturePart(picture) }]),
        ],
        ...(headers !== undefined && { headers }),
        messageId: `<${key.replaceAll(/[^\w.-]/g, '')}@${host}>`,
      })
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** A line break in a header would start another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\p{Cc}]+/gu, ' ').trim()
}
