import type { Db } from '../../database/database.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import type { CardItemRow } from './card-item-row.ts'
import { limitsOfReward } from './card-limits.ts'
import { COMPARED_CODES, compareList } from './compare-people.ts'
import { type Judge, judged, readingProblems } from './judged-recipient.ts'
import { listRecipientRows, type RecipientRow, updateRecipients } from './recipients.repo.ts'

const BATCH = 1_000

/** What people on an item's list are judged by: how the card travels, and what it may hold. */
export function judgeOf(item: CardItemRow, limits: LimitsRecord): Judge {
  const reward = { min_value_cents: item.reward_min_cents, max_value_cents: item.reward_max_cents }
  const { minValueCents, maxValueCents } = limitsOfReward(limits, reward)
  const isUpsOffered = item.is_ups_offered
  return { rewardType: item.reward_type, limits: { minValueCents, maxValueCents, isUpsOffered } }
}

/**
 * Judges everybody on an item's list anew, after the item became another kind of card. Only people
 * of whom something else is now to be said are written. The order must be held.
 */
export async function judgeListAgain(db: Db, item: CardItemRow, limits: LimitsRecord): Promise<void> {
  const judge = judgeOf(item, limits)
  for (let fromPosition = 0; ; ) {
    const rows = await listRecipientRows(
      db,
      item.site_id,
      item.id,
      {},
      { fromPosition, skip: 0, take: BATCH },
    )
    const changed = rows.map((row) => judgedAgain(judge, row)).filter((row) => row !== undefined)
    if (changed.length > 0) await updateRecipients(db, item.site_id, item.id, changed, false)
    if (rows.length < BATCH) break
    fromPosition = rows.at(-1)!.position + 1
  }
  await compareList((step) => step(db), item)
}

function judgedAgain(judge: Judge, row: RecipientRow) {
  const said = row.problems.filter(({ code }) => !COMPARED_CODES.includes(code))
  const again = judged(judge, row, readingProblems(row.problems))
  const isSame =
    again.needs_attention === row.needs_attention &&
    again.state === row.state &&
    again.zip === row.zip &&
    again.person_key === row.person_key &&
    again.problems.length === said.length &&
    again.problems.every(({ field, code, message }, index) => {
      const kept = said[index]!
      return kept.field === field && kept.code === code && kept.message === message
    })
  return isSame ? undefined : { ...again, position: row.position }
}
