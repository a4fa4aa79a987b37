import { postTopUp } from '@laurel/domain/ledger'
import type { Db } from '../../database/database.ts'
import { kept, promised } from './coverage.ts'
import { post } from './ledger.repo.ts'

/**
 * Adds what was received for a top-up to its company's balance, and takes what was returned, or is to be refunded.
 * Called after everything that changes its money. It must be locked.
 *
 * @param isHeld whether the bank may still return a debit soon: then nothing is added yet. If it isn't known here,
 * nothing is added unless something was before.
 */
export async function settleTopUp(
  db: Db,
  topUp: { site_id: number; id: number; company_id: number | null },
  { at, isHeld }: { at: Date; isHeld?: boolean },
): Promise<void> {
  const source = `top_up:${topUp.id}`
  const { kept_cents, promised_cents, postings } = await db
    .selectFrom('orders as o')
    .select([kept.as('kept_cents'), promised.as('promised_cents')])
    .select(({ fn, selectFrom }) =>
      selectFrom('ledger_entries as l')
        .select(fn.countAll<number>().as('count'))
        .whereRef('l.site_id', '=', 'o.site_id')
        .where('l.source', '=', source)
        .where('l.account', '=', 'company_balance')
        .$asScalar()
        .$notNull()
        .as('postings'),
    )
    .where('o.site_id', '=', topUp.site_id)
    .where('o.id', '=', topUp.id)
    .executeTakeFirstOrThrow()
  // What is in the balance isn't kept for the top-up any more.
  const cents = kept_cents - promised_cents
  if (cents === 0 || (cents > 0 && (isHeld ?? postings === 0))) return
  await post(db, topUp.site_id, {
    orderId: topUp.id,
    event: `${cents > 0 ? 'balance.added' : 'balance.taken'}${postings === 0 ? '' : `.${postings + 1}`}`,
    source,
    posting: postTopUp(cents),
    companyId: topUp.company_id,
    at,
  })
}
