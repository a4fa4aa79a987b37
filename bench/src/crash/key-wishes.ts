import { randomUUID } from 'node:crypto'
import { DESIGN, type Json } from '../customers.ts'
import type { Query } from '../database-beside.ts'
import { ask, type Colleague } from './office.ts'

export type Writer = { token: string; itemId: number; templateId: number }
export type Where = { origin: string; colleague: Colleague; orderId: number }
type Answer = { status: number; body: Json }

/** One request with a key. Its mark is stored with its effect, so the effect can be counted. */
export type Wish = {
  kind: Kind
  key: string
  mark: string
  writer: Writer
  answer?: Answer
}

const PERSON = { first_name: 'Maya', email: 'maya@recipient.example' }
const HOME = { address1: '12 Elm Street', city: 'Dayton', state: 'OH', zip: '45402' }

/** The kinds of requests, and where their marks are stored. */
const KINDS = {
  'card item': {
    path: 'card_items/',
    body: ({ mark, writer }: Wish) => ({
      name: mark,
      reward_type: 'digital',
      reward_card_template_id: writer.templateId,
      design: DESIGN,
    }),
    marks: 'select name as mark, id from card_items',
  },
  recipient: {
    path: 'card_recipient_details/',
    body: ({ mark, writer }: Wish) => ({ ...PERSON, card_item_id: writer.itemId, last_name: mark }),
    marks: 'select last_name as mark, id from card_recipient_details',
  },
  'pasted recipients': {
    path: 'card_recipient_details/edits/',
    body: ({ mark, writer }: Wish) => ({
      card_item_id: writer.itemId,
      added: [{ ...PERSON, last_name: mark }, PERSON],
    }),
    marks: 'select last_name as mark, id from card_recipient_details',
  },
  import: {
    path: 'csv_card_item_imports/',
    body: ({ mark, writer }: Wish) => ({
      card_item_id: writer.itemId,
      text: `First name\tLast name\tEmail\nMaya\t${mark}\tmaya@recipient.example`,
    }),
    // Imports that were cut off are read later, when the dead server's lease has expired.
    marks: "select sample -> 1 -> 'cells' ->> 1 as mark, id from csv_card_item_imports",
  },
  'recipient list': {
    path: 'recipient_lists/',
    body: ({ mark }: Wish) => ({ name: mark }),
    marks: 'select name as mark, id from recipient_lists',
  },
  address: {
    path: 'registered_addresses/',
    body: ({ mark }: Wish) => ({ ...HOME, name: mark }),
    marks: 'select name as mark, id from registered_addresses',
  },
  'order note': {
    office: true,
    path: 'orders/ORDER/notes/',
    body: ({ mark }: Wish) => ({ text: mark }),
    marks: 'select text as mark, id from order_notes',
  },
  'order notes': {
    office: true,
    path: 'orders/many/',
    body: ({ mark }: Wish, { orderId }: Where) => ({
      action: 'note',
      orders: [{ id: orderId, seen_status: 'approved' }],
      words: mark,
    }),
    marks: 'select text as mark, id from order_notes',
  },
  'received check': {
    office: true,
    path: 'received_payments/',
    body: ({ mark }: Wish) => ({
      method_code: 'self_hosted_check',
      amount_cents: 100 + (Number.parseInt(mark.slice(-6), 16) % 10_000_000),
      document_number: mark,
      received_on: new Date().toISOString().slice(0, 10),
    }),
    marks: 'select document_number as mark, id from funds_received',
  },
} as const satisfies Record<
  string,
  { path: string; office?: true; body: (wish: Wish, where: Where) => Record<string, unknown>; marks: string }
>

export type Kind = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as Kind[]

/** Twelve random hex digits: short enough for every field, and unique. */
export function newWish(kind: Kind, writer: Writer): Wish {
  const key = randomUUID()
  return { kind, key, mark: `k${key.replaceAll('-', '').slice(-11)}`, writer }
}

/** @throws if there's no answer */
export async function send(wish: Wish, where: Where): Promise<Answer> {
  const { path, body, ...kind } = KINDS[wish.kind]
  const form = body(wish, where)
  if ('office' in kind) {
    return ask(where.origin, where.colleague, path.replace('ORDER', String(where.orderId)), form, wish.key)
  }
  const answer = await fetch(`${where.origin}/api/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${wish.writer.token}`,
      'content-type': 'application/json',
      'idempotency-key': wish.key,
    },
    body: JSON.stringify(form),
    signal: AbortSignal.timeout(30_000),
  })
  return { status: answer.status, body: await answer.json() }
}

/** How often each request's mark is in the database. */
export async function countMarks(query: Query, wishes: readonly Wish[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const marks of new Set(Object.values(KINDS).map((kind) => kind.marks))) {
    const known = wishes.filter(({ kind }) => KINDS[kind].marks === marks).map(({ mark }) => `'${mark}'`)
    if (known.length === 0) continue
    const rows = await query(
      `select mark, count(*)::int as n from (${marks}) m where mark in (${known.join()}) group by mark`,
    )
    for (const { mark, n } of rows) counts.set(mark, n)
  }
  return counts
}

/** No one is on a list twice, even if an import has to resume. */
export async function findDoubledPeople(query: Query): Promise<string[]> {
  const rows = await query(`select last_name as mark, count(*)::int as n from card_recipient_details
    where last_name ~ '^k[0-9a-f]{11}$' group by last_name having count(*) > 1`)
  return rows.map(({ mark, n }) => `${mark} is on the list ${n} times`)
}

/** Makes room: a customer can have fifty designs in a cart, and two hundred addresses. */
export async function tidy(query: Query): Promise<void> {
  await query(`delete from card_items where name ~ '^k[0-9a-f]{11}$'`)
  await query(`delete from registered_addresses where name ~ '^k[0-9a-f]{11}$'`)
  await query(`delete from recipient_lists where name ~ '^k[0-9a-f]{11}$'`)
}
