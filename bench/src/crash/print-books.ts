import type { Query } from '../database-beside.ts'

/** A label in the carrier's records. */
export type SoldLabel = { trackingNumber: string; key: string; isVoid: boolean }

/** The legal moves of a letter, written independently. Each begins as `planned`. */
const LEGAL = new Set(['planned printing', 'printing mailed', 'mailed delivered', 'mailed returned'])

/** What must hold at every moment, after any crash. @returns every broken rule, in words */
export async function findBrokenPrint(query: Query, sold: readonly SoldLabel[]): Promise<string[]> {
  const broken: string[] = []
  const none = async (words: string, sql: string) => {
    const rows = await query(sql)
    if (rows.length > 0) broken.push(`${words}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  await none(
    'a batch has some of its files only, or files before it is ready',
    `select b.id, b.status, count(f.file) as files from batches b
      left join batch_files f on f.site_id = b.site_id and f.batch_id = b.id group by b.site_id, b.id, b.status
      having count(f.file) <> case when b.status in ('ready', 'printed', 'mailed') then 2 else 0 end`,
  )
  await none(
    'a batch counts other letters than it has',
    `select b.id from batches b where b.status <> 'cancelled' and b.delivery_count <>
      (select count(*) from deliveries d where d.site_id = b.site_id and d.batch_id = b.id)`,
  )
  await none(
    'two letters have one place in a batch',
    'select batch_id from deliveries where batch_id is not null group by batch_id, batch_position having count(*) > 1',
  )
  await none(
    'a letter was printed twice',
    `select delivery_id from delivery_events where event = 'printing' group by 1 having count(*) > 1`,
  )
  await none('a letter has two cards', 'select delivery_id from issued_cards group by 1 having count(*) > 1')
  await none(
    'a letter left without a card',
    `select d.id from deliveries d where d.status = 'mailed' and not exists
      (select from issued_cards c where c.site_id = d.site_id and c.delivery_id = d.id)`,
  )
  await none(
    'a letter has two labels, or one that is not its own',
    `select s.delivery_id from shipments s join deliveries d on d.site_id = s.site_id and d.id = s.delivery_id
      where s.status = 'made' group by s.delivery_id, d.tracking_number
      having count(*) > 1 or min(s.tracking_number) <> d.tracking_number`,
  )
  const moves = await query(
    `select previous, event, count(*) as times from (
      select e.event, lag(e.event) over (partition by e.delivery_id order by e.id) as previous
      from delivery_events e join deliveries d on d.site_id = e.site_id and d.id = e.delivery_id
      where d.reward_type = 'direct') e where previous is not null group by 1, 2`,
  )
  for (const { previous, event, times } of moves) {
    if (!LEGAL.has(`${previous} ${event}`)) broken.push(`${times} letters went from ${previous} to ${event}`)
  }
  const keys = sold.filter(({ isVoid }) => !isVoid).map(({ key }) => key)
  if (new Set(keys).size !== keys.length) broken.push('the carrier sold two labels for one request')
  const asked = new Map(
    (await query('select request_key, delivery_id, status from shipments')).map((row) => [
      row.request_key,
      row,
    ]),
  )
  const labelled = new Set<number>()
  for (const { key, trackingNumber, isVoid } of sold) {
    const request = asked.get(key)
    if (request === undefined) {
      broken.push(`the carrier sold ${trackingNumber}, and Laurel doesn’t know it`)
      continue
    }
    if (isVoid) continue
    if (labelled.has(request.delivery_id))
      broken.push(`letter ${request.delivery_id} has two labels to pay for`)
    labelled.add(request.delivery_id)
  }
  return broken
}

/** What must hold once a healthy server has had time. */
export async function findUnfinishedPrint(query: Query, sold: readonly SoldLabel[]): Promise<string[]> {
  const words: string[] = []
  const count = async (what: string, sql: string) => {
    const [row] = await query(sql)
    if (Number(row.count) > 0) words.push(`${row.count} ${what}`)
  }
  await count(
    'letters are not mailed',
    `select count(*) from deliveries where reward_type = 'direct' and status <> 'mailed'`,
  )
  await count('batches are not mailed', `select count(*) from batches where status <> 'mailed'`)
  await count('labels are not settled', `select count(*) from shipments where status <> 'made'`)
  await count(
    'orders are not fulfilled and shipped',
    `select count(*) from orders where number like 'P%' and (status <> 'fulfilled' or not is_shipped)`,
  )
  const [{ letters, labels }] = await query(
    `select (select count(*) from deliveries where status = 'mailed')::int as letters,
      (select count(*) from shipments where status = 'made')::int as labels`,
  )
  if (letters !== labels || labels !== sold.filter(({ isVoid }) => !isVoid).length) {
    words.push(`${letters} letters, ${labels} labels, ${sold.length} at the carrier`)
  }
  return words
}
