import { createServer, type Socket } from 'node:net'

/** One message as the sink received it. */
export type SunkMail = {
  messageId: string
  to: string
  token: string
  bytes: number
  /** In ms of `performance.now()`. */
  at: number
}
/** What the sink does with a received message: `lost` keeps it and disconnects without an answer. */
export type SinkAnswer = 'taken' | 'later' | 'lost'

export type MailSink = {
  url: string
  /** Every kept message, in order, duplicates included. */
  mails: SunkMail[]
  clear(): void
  close(): Promise<void>
}

export type SinkRules = {
  /** Rejected permanently at `RCPT TO`. */
  refuses?: (to: string) => boolean
  answers?: (mail: SunkMail) => SinkAnswer
}

/**
 * A minimal mail server, so that a figure is the sender's: it reads every message, keeps its Message-ID,
 * recipient, and link, and answers.
 */
export async function startMailSink(rules: SinkRules = {}): Promise<MailSink> {
  const sockets = new Set<Socket>()
  const mails: SunkMail[] = []
  const keep = (mail: SunkMail) => void mails.push(mail)
  // Otherwise each mail waits 40 ms for the sink's short answers (Nagle's algorithm).
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    talk(socket, rules, keep)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    clear: () => {
      mails.length = 0
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const END = Buffer.from('\r\n.\r\n')

function talk(socket: Socket, { refuses, answers }: SinkRules, keep: (mail: SunkMail) => void) {
  let to = ''
  let isRefused = false
  /** Chunks of the message being read; undefined between messages. */
  let message: Buffer[] | undefined
  let rest: Buffer = Buffer.alloc(0)
  const say = (line: string) => void socket.write(`${line}\r\n`)
  say('220 sink ESMTP')

  const take = () => {
    const mail = mailOf(Buffer.concat(message!), to)
    message = undefined
    const answer = answers?.(mail) ?? 'taken'
    if (answer === 'later') return say('451 4.3.0 Later')
    keep(mail)
    if (answer === 'lost') return socket.destroy()
    say('250 2.0.0 Taken')
  }
  const obey = (line: string) => {
    const word = line.slice(0, 4).toUpperCase()
    if (word === 'EHLO') say('250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE 20000000')
    else if (word === 'RCPT') {
      to = /<([^>]*)>/.exec(line)?.[1] ?? ''
      isRefused = refuses?.(to) ?? false
      say(isRefused ? '550 5.1.1 No such user' : '250 2.1.5 Ok')
    } else if (word === 'DATA') {
      if (isRefused) return say('554 5.5.1 No valid recipients')
      message = []
      say('354 Go on')
    } else if (word === 'QUIT') socket.end('221 Bye\r\n')
    else say('250 Ok')
  }
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      if (message !== undefined) {
        const end = rest.indexOf(END)
        if (end === -1) {
          // Keeps bytes that could be the start of the end marker.
          const sure = Math.max(0, rest.length - END.length + 1)
          message.push(rest.subarray(0, sure))
          rest = rest.subarray(sure)
          return
        }
        message.push(rest.subarray(0, end))
        rest = rest.subarray(end + END.length)
        take()
      } else {
        const end = rest.indexOf('\r\n')
        if (end === -1) return
        const line = rest.toString('latin1', 0, end)
        rest = rest.subarray(end + 2)
        obey(line)
      }
    }
  })
}

function mailOf(raw: Buffer, to: string): SunkMail {
  // The picture is nine tenths of the message and comes last.
  const text = raw.toString('latin1', 0, Math.min(raw.length, 12_000))
  return {
    messageId: /^message-id:\s*<([^>]*)>/im.exec(text)?.[1] ?? '',
    to,
    token: /\/claim\/([\w-]{32})/.exec(text.replaceAll('=\r\n', ''))?.[1] ?? '',
    bytes: raw.length,
    at: performance.now(),
  }
}
