import nodemailer, { type SendMailOptions, type Transporter } from 'nodemailer'

const TIMEOUT_MS = 20_000
const CONNECTIONS = 5

/** The open connections of each mailer. They have lines of their own: a sign-in code doesn't wait behind cards. */
const lines = new Map<string, Transporter>()
// The server lets this process go: mail servers are told good-bye.
process.once('disconnect', () => [...lines.keys()].forEach(closeLine))

/** @throws {Error} with the mail server's answer */
export async function sendMail(line: { id: string; smtpUrl: string }, mail: SendMailOptions): Promise<void> {
  let transport = lines.get(line.id)
  if (transport === undefined) {
    transport = nodemailer.createTransport({
      url: line.smtpUrl,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    })
    lines.set(line.id, transport)
  }
  await transport.sendMail(mail)
}

export function closeLine(id: string): void {
  lines.get(id)?.close()
  lines.delete(id)
}

export async function greet(smtpUrl: string, timeoutMs: number): Promise<string> {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  try {
    await transport.verify()
    return new URL(smtpUrl).host
  } finally {
    transport.close()
  }
}
