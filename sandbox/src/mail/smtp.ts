import { setTimeout as wait } from 'node:timers/promises'
import { type AddressObject, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import type { Faults } from '../faults/faults.ts'
import type { MessageBox } from '../message-box.ts'
import { addressKey, type Mail } from './mail.ts'

const MAX_MAIL_BYTES = 10 * 1024 * 1024
const REFUSED_FOR_NOW = 451
const TOO_LARGE = 552
const CLOSE_TIMEOUT_MS = 500

/** A refusal with its SMTP reply code. */
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
    // Past the limit the rest is read and dropped: the sender listens only after its last line.
    if (bytes <= MAX_MAIL_BYTES) chunks.push(chunk as Buffer)
  }
  if (bytes > MAX_MAIL_BYTES || isTooLarge(stream)) throw new Refused(TOO_LARGE, 'Message is too large')
  return Buffer.concat(chunks)
}

async function keepMail(box: MessageBox<Mail>, stream: NodeJS.ReadableStream, recipients: string[]) {
  const raw = await readAll(stream)
  const { from, subject, text, html, attachments } = await simpleParser(raw)
  const content = {
    from: (from as AddressObject | undefined)?.text ?? '',
    to: recipients.join(', '),
    subject: subject ?? '',
    text: text ?? '',
    html: html || '',
    attachments: attachments.map(({ filename, contentType, content }) => ({
      file_name: filename ?? '',
      content_type: contentType,
      base64: content.toString('base64'),
    })),
  }
  box.add(content, recipients.map(addressKey), raw.length)
}

/**
 * A mail server that delivers nothing: every letter to anybody lands in the box.
 * A login is accepted whatever it is, so that a client with one set can be pointed here.
 */
export function makeSmtpServer(box: MessageBox<Mail>, faults: Faults): SMTPServer {
  return new SMTPServer({
    banner: 'Laurel sandbox',
    size: MAX_MAIL_BYTES,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    async onMailFrom(_address, _session, done) {
      const slow = faults.take('smtp', 'slow')
      if (slow) await wait(slow.ms, undefined, { ref: false })
      const refuse = faults.take('smtp', 'refuse')
      done(refuse ? new Refused(refuse.code ?? REFUSED_FOR_NOW, 'Refused by the sandbox') : null)
    },
    onData(stream, { envelope }, done) {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      keepMail(box, stream, recipients).then(() => done(null), done)
    },
  })
}
