import { createServer } from 'node:http'

type Family = { head: string[]; samples: string[] }

/** Puts the metrics of several processes into one text: each family is described once. */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, Family>()
  for (const text of texts) {
    let family: Family | undefined
    for (const line of text.split('\n')) {
      if (line.startsWith('# HELP ')) {
        const name = line.split(' ', 3)[2]!
        const known = families.get(name)
        family = known ?? { head: [line], samples: [] }
        families.set(name, family)
      } else if (line.startsWith('# TYPE ')) {
        if (family?.head.length === 1) family.head.push(line)
      } else if (line !== '') family?.samples.push(line)
    }
  }
  return [...families.values()].map(({ head, samples }) => `${[...head, ...samples].join('\n')}\n`).join('')
}

/** Serves `/metrics` without a password: the port is for the operator's network, never for the public. */
export async function servePlainMetrics(
  at: { port: number; host: string },
  read: () => Promise<string>,
): Promise<{ port: number; close(): void }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    read().then(
      (text) =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(503).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, resolve)
  })
  // The port doesn't keep an otherwise idle process alive.
  server.unref()
  const { port } = server.address() as { port: number }
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port, close }
}

/** A process that doesn't answer by then is left out. */
const ANSWERS_WITHIN_MS = 2_000

type Asked = { askMetrics: number; whole: boolean }
type Answered = { metricsOf: number; text: string }

/** A process of a supervisor. */
type Child = {
  isConnected(): boolean
  send(message: Asked): unknown
  on(event: 'message', hear: (message: unknown) => void): unknown
  off(event: 'message', hear: (message: unknown) => void): unknown
}

let asked = 0

/** Asks processes for their metrics; the first one also for those of the whole installation. */
export async function askForMetrics(children: readonly Child[]): Promise<string> {
  const reached = children.filter((child) => child.isConnected())
  return mergeMetrics(await Promise.all(reached.map((child, at) => ask(child, at === 0))))
}

function ask(child: Child, whole: boolean): Promise<string> {
  asked += 1
  const askMetrics = asked
  return new Promise((resolve) => {
    const end = (text: string) => {
      clearTimeout(timer)
      child.off('message', hear)
      resolve(text)
    }
    const hear = (message: unknown) => {
      if (isAnswer(message) && message.metricsOf === askMetrics) end(message.text)
    }
    const timer = setTimeout(end, ANSWERS_WITHIN_MS, '')
    child.on('message', hear)
    child.send({ askMetrics, whole })
  })
}

function isAnswer(message: unknown): message is Answered {
  return typeof message === 'object' && message !== null && 'metricsOf' in message && 'text' in message
}

function isQuestion(message: unknown): message is Asked {
  return typeof message === 'object' && message !== null && 'askMetrics' in message && 'whole' in message
}

/** Answers the supervisor. */
export function answerMetrics(read: (whole: boolean) => Promise<string>): void {
  process.on('message', (message: unknown) => {
    if (!isQuestion(message)) return
    read(message.whole).then(
      (text) => process.send?.({ metricsOf: message.askMetrics, text } satisfies Answered),
      () => {},
    )
  })
}
