import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Faults } from '../faults/faults.ts'
import type { MessageBox } from '../message-box.ts'
import { bounceReport } from './bounce-report.ts'
import { addressKey, comesBack, isRefused, type Mail } from './mail.ts'

const MAX_MAIL_BYTES = 10 * 1024 * 1024
const REFUSED_FOR_NOW = 451
const NOBODY = 550
const CLOSING = 421
const TOO_LARGE = 552
const CLOSE_TIMEOUT_MS = 500

/** A rejection with its SMTP reply code. */
class Refused extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

function isTooLarge(stream: NodeJS.ReadableStream): boolean {
  return (stream as { sizeExceeded?: boolean }).sizeExceeded === true
}

async function readAll(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    // Beyond the limit, the rest is read and dropped: the sender listens only after its last line.
    if (bytes <= MAX_MAIL_BYTES) chunks.push(chunk as Buffer)
  }
  if (bytes > MAX_MAIL_BYTES || isTooLarge(stream)) throw new Refused(TOO_LARGE, 'Message is too large')
  return Buffer.concat(chunks)
}

async function storeMail(box: MessageBox<Mail>, stream: NodeJS.ReadableStream, recipients: string[]) {
  const raw = await readAll(stream)
  await putIn(box, raw, recipients, false)
  return raw
}

async function putIn(box: MessageBox<Mail>, raw: Buffer, recipients: string[], isReport: boolean) {
  const { from, subject, text, html, attachments, messageId } = await PostalMime.parse(raw, {
    attachmentEncoding: 'base64',
    forceRfc822Attachments: true,
  })
  const content = {
    from: from?.name ? `"${from.name}" <${from.address}>` : (from?.address ?? ''),
    to: recipients.join(', '),
    subject: subject ?? '',
    text: text ?? '',
    html: html ?? '',
    message_id: messageId ?? '',
    raw: isReport ? raw.toString('latin1') : '',
    attachments: attachments.map(({ filename, mimeType, content, contentId }) => ({
      file_name: filename ?? '',
      content_type: mimeType,
      base64: String(content),
      ...(contentId && { content_id: contentId.replace(/^<|>$/g, '') }),
    })),
  }
  box.add(content, recipients.map(addressKey), raw.length)
}

/**
 * A mail server that delivers nothing: every mail goes to the inbox. Any login is accepted, so that a client
 * with credentials can be pointed here.
 */
export function makeSmtpServer(box: MessageBox<Mail>, faults: Faults): SMTPServer {
  let mails = 0
  /** Bounces go to the envelope's sender. */
  const sendBack = async (raw: Buffer, sender: string, recipients: string[]) => {
    const gone = recipients.filter(comesBack)
    if (gone.length > 0 && sender !== '') await putIn(box, bounceReport(raw, sender, gone), [sender], true)
  }
  const server = new SMTPServer({
    banner: 'Laurel sandbox',
    size: MAX_MAIL_BYTES,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    onConnect(_session, done) {
      const isDown = faults.take('smtp', 'down') !== undefined
      done(isDown ? new Refused(CLOSING, 'Down on request') : null)
    },
    onRcptTo({ address }, _session, done) {
      done(isRefused(address) ? new Refused(NOBODY, '5.1.1 No such user') : null)
    },
    async onMailFrom(_address, _session, done) {
      const slow = faults.take('smtp', 'slow')
      if (slow) await wait(slow.ms, undefined, { ref: false })
      mails += 1
      const refuse =
        faults.take('smtp', 'refuse') ?? (mails % 2 === 0 ? faults.take('smtp', 'refuse_half') : undefined)
      done(refuse ? new Refused(refuse.code ?? REFUSED_FOR_NOW, 'Refused by the sandbox') : null)
    },
    onData(stream, { envelope }, done) {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      storeMail(box, stream, recipients)
        .then(async (raw) => {
          await sendBack(raw, sender, recipients)
          if (faults.take('smtp', 'lost_answer') === undefined) return done(null)
          // Drops all connections, as in a power cut.
          for (const connection of server.connections) connection.close()
        })
        .catch(done)
    },
  })
  return server
}
