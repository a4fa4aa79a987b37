import { sql } from 'kysely'
import type { Pool } from '../database/database.ts'
import { BLOCK_POSITIONS } from '../features/card-items/recipient-pages.ts'

/** @throws {Error} if the tallies of a list, on any site, or of saved people, aren't what counting its people gives */
export async function assertTallied(pool: Pool): Promise<void> {
  const block = sql`position / ${sql.lit(BLOCK_POSITIONS)}`
  const { rows } = await sql<object>`
    with counted as (
      select site_id, card_item_id, ${block} as block, amount_cents::text as what, count(*) as people,
        count(*) filter (where needs_attention) as needing_attention,
        count(*) filter (where codes @> array['warning'] and not needs_attention) as to_check
      from card_recipient_details group by 1, 2, 3, 4
      union all
      select site_id, card_item_id, ${block}, 'code ' || code, count(*), 0, 0
      from card_recipient_details, unnest(codes) code group by 1, 2, 3, 4
      union all
      select list.site_id, list.id, 0, 'list', count(person.id), 0, 0
      from recipient_lists list
        left join recipient_list_people member on member.site_id = list.site_id and member.list_id = list.id
        left join saved_people person on person.site_id = list.site_id and person.id = member.person_id
          and person.find_name = member.find_name
      group by 1, 2
    ), told as (
      select site_id, card_item_id, block, amount_cents::text as what, people, needing_attention, to_check
      from recipient_tallies where people > 0
      union all
      select site_id, card_item_id, block, 'code ' || code, people, 0, 0
      from recipient_code_tallies where people > 0
      union all
      select site_id, id, 0, 'list', people_count, 0, 0 from recipient_lists
    )
    (select 'counted' as kind, * from (table counted except all table told) a)
    union all (select 'told', * from (table told except all table counted) b)
    limit 20`.execute(pool)
  if (rows.length > 0) throw new Error(`wrong tallies: ${JSON.stringify(rows)}`)
}
