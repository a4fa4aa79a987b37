import { decimalFromCents } from '@laurel/domain/money'
import { RECIPIENT_WIRE_FIELDS } from '@laurel/domain/recipient-fields'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { csvDownload, csvLine } from '../../http/csv-lines.ts'
import type { Download } from '../../http/serve.ts'
import type { CardItemRow } from '../card-items/card-item-row.ts'
import { readSeenItemRow } from '../card-items/card-items.repo.ts'
import { listRecipientRows } from '../card-items/recipients.repo.ts'
import { FIELD_HEADINGS, ROW_HEADING } from './columns.ts'

const PAGE = 1_000

/**
 * A card item's whole list, to keep or to import again. The last column has each row's ID, which identifies the
 * file as ours.
 *
 * @throws {Refusal} `not_found`
 */
export async function exportList(pool: Pool, actor: Customer, itemId: number): Promise<Download> {
  const item = await inSite(pool, actor.siteId, (db) => readSeenItemRow(db, actor, itemId))
  return csvDownload(`${item.name} recipients.csv`, linesOf(pool, item))
}

async function* linesOf(pool: Pool, item: CardItemRow): AsyncGenerator<string> {
  const headings = RECIPIENT_WIRE_FIELDS.map((field) => FIELD_HEADINGS[field] ?? field)
  yield csvLine([...headings, ROW_HEADING])
  for (let fromPosition = 0; ; ) {
    const from = fromPosition
    const people = await inSite(pool, item.site_id, (db) =>
      listRecipientRows(db, item.site_id, item.id, {}, { fromPosition: from, skip: 0, take: PAGE }),
    )
    for (const person of people) {
      const cents = person.amount_cents
      const told = { ...person, amount_cents: cents === null ? '' : decimalFromCents(cents) }
      yield csvLine([...RECIPIENT_WIRE_FIELDS.map((field) => told[field]), String(person.id)])
    }
    if (people.length < PAGE) return
    fromPosition = people.at(-1)!.position + 1
  }
}
