import { Readable } from 'node:stream'
import type { findPeople } from '@laurel/contract/office-privacy'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { csvDownload, csvLine } from '../../http/csv-lines.ts'
import type { Download } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { isKnown, mentionsOf, recordsOf } from './erase-person.ts'
import { findRecords } from './find-records.repo.ts'
import {
  countSaid,
  findBilled,
  findCompanyThings,
  findSaid,
  listConversationIds,
  type Mention,
  withoutTokens,
} from './mentions.repo.ts'
import type { PersonRecord } from './people.repo.ts'
import { personKey, wordsOf } from './person-key.ts'

type PrivacyKit = Pick<Kit, 'pool' | 'now'>
type Found = z.input<typeof findPeople.response>

/** People shown, and records read of each source. */
const SHOWN = 20
const READ = 200

/** The people whose name, email, or address matches, one line for each person. */
export function searchPeople({ pool, now }: PrivacyKit, site: SiteRow, search: string): Promise<Found> {
  return inSite(pool, site.id, async (db) => {
    const records = await findRecords(db, site.id, { search }, READ)
    // A recipient counts as the person their card was corrected to.
    const sentTo = new Map(
      records.flatMap((one) =>
        one.source === 'delivery' && one.recipient_id !== null ? [[one.recipient_id, personKey(one)]] : [],
      ),
    )
    const people = Map.groupBy(
      records,
      (one) => (one.recipient_id !== null && sentTo.get(one.recipient_id)) || personKey(one),
    )
    people.delete('')
    if (people.size === 0) {
      const email = search.trim().toLowerCase()
      const key = `email|${email}`
      if (!(await isKnown(db, site.id, key, [], now()))) return { results: [], has_more: false }
      const none = { name: '', address: '', order_numbers: [], customer_id: null }
      const record_count = (await mentionsOf(db, site.id, key, now())).length
      return { results: [{ ...none, key, email, record_count }], has_more: false }
    }
    const results = [...people].slice(0, SHOWN).map(([key, of]) => personWire(key, of))
    return { results, has_more: people.size > SHOWN || records.length >= READ }
  })
}

function personWire(key: string, records: readonly PersonRecord[]): Found['results'][number] {
  const own = records.filter((one) => personKey(one) === key)
  const named = own.find(({ first_name, last_name }) => first_name !== '' || last_name !== '') ?? own[0]!
  const placed = records.find(({ address1 }) => address1 !== '')
  const numbers = new Set(records.flatMap(({ order_number }) => order_number ?? []))
  const account = records.find(({ source, status }) => source === 'customer' && status === 'open')
  return {
    key,
    name: nameOf(named),
    email: named.email,
    address: placed === undefined ? '' : addressOf(placed),
    record_count: records.length,
    order_numbers: [...numbers].slice(0, 5),
    customer_id: account?.id ?? null,
  }
}

/**
 * Everything about a person, as JSON for machines or CSV for people. The audit log records the export, and not whose data
 * it was.
 *
 * @throws {Refusal} `not_found` if nothing names the person
 */
export function exportPerson(
  { pool, now }: PrivacyKit,
  site: SiteRow,
  actor: Staff,
  { key, format }: { key: string; format: 'json' | 'csv' },
): Promise<Download> {
  const at = now()
  return inSite(pool, site.id, async (db) => {
    const records = await recordsOf(db, site.id, key, at)
    if (!(await isKnown(db, site.id, key, records, at))) throw new Refusal('not_found')
    const words = wordsOf(key)
    const customers = records.flatMap(({ source, id }) => (source === 'customer' ? id : []))
    const [named, billed, inCompanies, conversations] = await Promise.all([
      mentionsOf(db, site.id, key, at),
      words === undefined ? [] : findBilled(db, site.id, words, READ),
      findCompanyThings(db, site.id, customers),
      listConversationIds(db, site.id, customers),
    ])
    const wasWritten = new Set(named.map(({ source, text }) => `${source} ${text}`))
    const own = inCompanies.filter(({ source, text }) => !wasWritten.has(`${source} ${text}`))
    const mentions = [...billed, ...named, ...own]
    const known = new Set(named.flatMap(({ source, id }) => (source === 'conversation' ? id : [])))
    const said = await countSaid(db, site.id, conversations, [...known])
    const facts = { records: records.length + mentions.length + said }
    record(db, site.id, { actor: actor.by, event: 'privacy.exported', subject: `site:${site.id}`, facts, at })
    const fileName = `person ${at.toISOString().slice(0, 10)}.${format}`
    if (format === 'csv') {
      return csvDownload(fileName, csvOf(records, all()))
    }
    const told = {
      exported_at: at.toISOString(),
      site: site.name,
      records: records.map(({ owner_id: _, position: __, recipient_id: ___, ...one }) => one),
    }
    // Not as JSON: the file is for the person, and no answer of the API.
    const stream = Readable.from(jsonOf(told, all()))
    return { stream, contentType: 'application/octet-stream', fileName }

    async function* all() {
      for (const one of mentions) yield withoutTokens(one)
      for (const conversation of conversations) {
        const messages = await inSite(pool, site.id, (db) => findSaid(db, site.id, conversation))
        for (const one of messages) if (!known.has(one.id)) yield withoutTokens(one)
      }
    }
  })
}

async function* jsonOf(told: object, mentions: AsyncIterable<Mention>): AsyncGenerator<string> {
  yield `${JSON.stringify(told, null, 2).slice(0, -'\n}'.length)},\n  "mentions": [`
  let before = '\n'
  for await (const one of mentions) {
    yield `${before}    ${JSON.stringify(one)}`
    before = ',\n'
  }
  yield '\n  ]\n}\n'
}

async function* csvOf(
  records: readonly PersonRecord[],
  mentions: AsyncIterable<Mention>,
): AsyncGenerator<string> {
  yield csvLine(['Where', 'Record', 'Order', 'Name', 'Company', 'Email', 'Phone', 'Address', 'Text', 'Since'])
  for (const one of records) {
    yield csvLine([
      ...[WHERE[one.source], String(one.id), one.order_number ?? '', nameOf(one), one.company],
      ...[one.email, one.phone, addressOf(one), '', one.created_at.toISOString()],
    ])
  }
  for await (const { source, id, text, at } of mentions) {
    yield csvLine([WHERE[source], String(id), '', '', '', '', '', '', text, at.toISOString()])
  }
}

const WHERE: Readonly<Record<(PersonRecord | Mention)['source'], string>> = {
  recipient: 'Recipient of a card',
  delivery: 'Delivery',
  saved: 'Saved person',
  address: 'Saved address',
  customer: 'Customer account',
  order: 'Billing of an order',
  invoice_copy: 'Copy of an invoice',
  order_field: 'Custom field of an order',
  order_note: 'Note about an order',
  customer_note: 'Note about a customer',
  company_billing: 'Billing details of a company',
  company_note: 'Note about a company',
  conversation: 'Conversation with the guide',
  conversation_name: 'Name of a conversation with the guide',
  company_member: 'Company',
  approval: 'Note on an approval',
  audit: 'Audit log',
  payment_received: 'Payment received',
  import: 'Imported list',
  change: 'Undo data of a list',
  ship_to: 'Ship-to address',
  delivery_event: 'Note about a delivery',
  invitation: 'Invitation to a company',
}

function nameOf({ first_name, last_name }: Pick<PersonRecord, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}

function addressOf({ address1, address2, city, state, zip }: PersonRecord): string {
  return [address1, address2, city, `${state} ${zip}`.trim()].filter((part) => part !== '').join(', ')
}
