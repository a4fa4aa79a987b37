import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Call, DESIGN, type Json, makeCustomer } from './customers.ts'
import { percentile } from './figures.ts'
import type { Stack } from './stack.ts'

export const IMPORT_ROWS = 100_000

const HEADER = 'First name,Last name,Email,Address,City,State,ZIP,Card value\n'
const person = (n: number) =>
  `First${n},Last${n % 977},person${n}@halden.example,${n} Elm Street,Portland,OR,97205,${n % 3 === 0 ? '' : '50.00'}\n`

/** The file, generated as it's sent, so it's never in memory as a whole. */
export function* fileOfPeople(rows: number) {
  yield HEADER
  for (let start = 0; start < rows; start += 1_000) {
    let text = ''
    for (let n = start; n < Math.min(rows, start + 1_000); n += 1) text += person(n)
    yield text
  }
}

/** Uploads a list as a browser does. */
export function uploadList(
  stack: Stack,
  token: string,
  fields: Record<string, string>,
  file: Iterable<string>,
) {
  const boundary = randomUUID()
  const head = (name: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  function* body() {
    for (const [name, value] of Object.entries(fields)) yield `${head(name)}${value}\r\n`
    yield head('file', '; filename="people.csv"')
    yield* file
    yield `\r\n--${boundary}--\r\n`
  }
  return new Promise<{ status: number; body: Json }>((resolve, reject) => {
    const asked = request(
      `${stack.origin}/api/v1/csv_card_item_imports/`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
      },
      async (answer) => {
        let text = ''
        for await (const part of answer.setEncoding('utf8')) text += part
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) })
      },
    )
    asked.on('error', reject)
    pipeline(Readable.from(body()), asked).catch(reject)
  })
}

async function draft(call: Call): Promise<string> {
  const [template] = await call('GET', '/api/v1/reward_card_templates/')
  const item = await call('POST', '/api/v1/card_items/', {
    reward_type: 'direct',
    reward_card_template_id: String(template.id),
    design: JSON.stringify(DESIGN),
    denomination_cents: '5000',
  })
  return String(item.id)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function untilEnded(call: Call, id: string): Promise<Json> {
  for (;;) {
    const now = await call('GET', `/api/v1/csv_card_item_imports/${id}/`)
    if (!['queued', 'reading'].includes(now.state)) return now
    await pause(250)
  }
}

/**
 * Imports a long list over HTTP while another customer browses: how fast, with how much memory above idle, and
 * how long the other customer waits.
 */
export async function benchImport(stack: Stack) {
  const [dana, other] = [await makeCustomer(stack), await makeCustomer(stack)]
  // A short one first, so that loading on first use doesn't count.
  await readWhole(stack, dana, 12_000)
  await pause(3_000)
  const restMb = stack.memoryMb()
  let peakMb = restMb
  const meanwhile: number[] = []
  let isOver = false
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, stack.memoryMb())
  }, 20)
  const looking = (async () => {
    const item = await draft(other.call)
    while (!isOver) {
      const began = performance.now()
      await other.call('GET', `/api/v1/card_recipient_details/?card_item_id=${item}`)
      meanwhile.push(performance.now() - began)
      await pause(20)
    }
  })()
  const began = performance.now()
  const done = await readWhole(stack, dana, IMPORT_ROWS)
  const seconds = (performance.now() - began) / 1000
  isOver = true
  await looking
  clearInterval(watch)
  if (done.rows_added !== IMPORT_ROWS) throw new Error(`the import ended otherwise: ${JSON.stringify(done)}`)
  return {
    seconds,
    rowsPerSecond: IMPORT_ROWS / seconds,
    aboveRestMb: peakMb - restMb,
    restMb,
    otherP95: percentile(meanwhile, 0.95),
    otherMax: Math.max(...meanwhile),
    card_item_id: done.card_item_id as number,
  }
}

async function readWhole(stack: Stack, { call, token }: { call: Call; token: string }, rows: number) {
  const { status, body } = await uploadList(
    stack,
    token,
    { card_item_id: await draft(call) },
    fileOfPeople(rows),
  )
  if (status !== 200) throw new Error(`import: ${status} ${JSON.stringify(body)}`)
  return untilEnded(call, String(body.id))
}
