import { personKey } from '@laurel/domain/duplicates'
import { requiredFields } from '@laurel/domain/recipient-fields'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { columnsOfType, literal, tableOf } from '../../database/sql.ts'
import { BLANK_RECIPIENT, rowOf } from '../card-items/judged-recipient.ts'
import { blocksIn, codesOf, hasError, problemsBut } from '../card-items/recipient-fragments.ts'
import { retally, retallyAt } from '../card-items/recipient-tallies.repo.ts'

type Copied = { siteId: number; itemId: number; copyId: number; rewardType: RewardType }

/** The fields of a delivery's address; the name may have been corrected with it. */
const ADDRESS = {
  bulk: [],
  digital: ['first_name', 'last_name', 'email'],
  direct: ['first_name', 'last_name', 'address1', 'address2', 'city', 'state', 'zip'],
} as const
type Field = (typeof ADDRESS)[RewardType][number]

/** Answers of a mail server that may change: a full mailbox, or an unreachable server. */
const PASSING = '^(4|5[.][2347][.]|552)'

/**
 * Applies what is known by now to the people of a copied item: corrected addresses, and problems where the last
 * card was returned or bounced.
 */
export async function learnFromDeliveries(db: Db, copied: Copied): Promise<void> {
  if (copied.rewardType === 'bulk') return
  await takeFixedAddresses(db, copied)
  await addProblemsOfReturned(db, copied)
  await addProblemsOfRemoved(db, copied)
}

/** Each person's latest delivery of the item's type; other types say nothing about this address. */
function lastDeliveries(db: Db, { siteId, itemId, rewardType }: Copied) {
  return db
    .selectFrom('deliveries as delivery')
    .innerJoin('card_recipient_details as recipient', (join) =>
      join
        .onRef('recipient.site_id', '=', 'delivery.site_id')
        .onRef('recipient.id', '=', 'delivery.recipient_id'),
    )
    .selectAll('delivery')
    .select('recipient.position')
    .distinctOn('delivery.recipient_id')
    .where('delivery.site_id', '=', siteId)
    .where('delivery.card_item_id', '=', itemId)
    .where('delivery.reward_type', '=', rewardType)
    .where('delivery.order_id', '=', (eb) =>
      eb
        .selectFrom('card_items')
        .select('card_items.order_id')
        .where('card_items.site_id', '=', siteId)
        .where('card_items.id', '=', itemId),
    )
    .orderBy('delivery.recipient_id')
    .orderBy('delivery.id', 'desc')
    .as('last')
}

async function takeFixedAddresses(db: Db, copied: Copied): Promise<void> {
  const { siteId, copyId, rewardType } = copied
  const fields: readonly Field[] = ADDRESS[rewardType]
  const rows = await db
    .selectFrom(lastDeliveries(db, copied))
    .innerJoin('card_recipient_details as copy', 'copy.position', 'last.position')
    .select(['last.position', ...fields.map((field) => `last.${field}` as const)])
    .where('copy.site_id', '=', siteId)
    .where('copy.card_item_id', '=', copyId)
    // Of others, the address was removed since.
    .where('last.keeps', '=', 'all')
    .where(({ eb, or, ref }) =>
      or(fields.map((field) => eb(`last.${field}`, 'is distinct from', ref(`copy.${field}`)))),
    )
    .execute()
  if (rows.length === 0) return
  const people = rows.map((row) => ({ ...row, person_key: keyOf(rewardType, row) }))
  const update = db
    .updateTable('card_recipient_details as copy')
    .from(
      tableOf('person', people, {
        position: 'integer',
        person_key: 'bigint',
        ...columnsOfType(fields, 'text'),
      }),
    )
    .set(({ ref }) => {
      const problems = problemsBut(ref('copy.problems'), fields)
      return {
        person_key: ref('person.person_key'),
        problems,
        codes: codesOf(problems),
        needs_attention: hasError(problems),
      }
    })
    .where('copy.site_id', '=', siteId)
    .where('copy.card_item_id', '=', copyId)
    .whereRef('copy.position', '=', 'person.position')
  const fixed = fields.reduce((set, field) => set.set(field, ({ ref }) => ref(`person.${field}`)), update)
  await Promise.all([fixed.execute(), retallyAt(db, siteId, copyId, rows)])
}

function keyOf(rewardType: RewardType, row: Partial<Record<Field, string>>): number | null {
  return personKey(rewardType, rowOf({ ...BLANK_RECIPIENT, ...row })) ?? null
}

/** An address that would fail again is an error; one that may work is a warning. */
async function addProblemsOfReturned(db: Db, copied: Copied): Promise<void> {
  const { siteId, copyId, rewardType } = copied
  const field = rewardType === 'digital' ? 'email' : 'address1'
  const { blocks } = await db
    .with('failed', (site) =>
      site
        .selectFrom(lastDeliveries(db, copied))
        .select(({ and, eb, fn, ref }) => [
          'last.position',
          eb
            .case()
            .when(and([eb('last.status', '=', 'bounced'), eb('last.problem_code', '~', PASSING)]))
            .then(json<object>({ field, code: 'not_reached_lately', severity: 'warning' }))
            .else(json<object>({ field, code: 'not_reached', severity: 'error' }))
            .end()
            .as('problem'),
          fn<object>('jsonb_build_object', [
            literal('message'),
            fn('btrim', [
              eb(literal<string>('The last card wasn’t delivered here. '), '||', ref('last.problem')),
            ]),
            literal('value'),
            ref(`last.${field}`),
          ]).as('details'),
        ])
        .where(({ and, eb, or }) =>
          or([
            eb('last.status', 'in', ['bounced', 'returned']),
            and([eb('last.status', '=', 'replaced'), eb('last.returned_at', 'is not', null)]),
          ]),
        ),
    )
    .with('told', (site) =>
      site
        .updateTable('card_recipient_details as copy')
        .from('failed')
        .set(({ eb, ref }) => {
          const problem = eb.parens(ref('failed.problem'), '||', ref('failed.details'))
          const problems = eb(ref('copy.problems'), '||', problem)
          return { problems, codes: codesOf(problems), needs_attention: hasError(problems) }
        })
        .where('copy.site_id', '=', siteId)
        .where('copy.card_item_id', '=', copyId)
        .whereRef('copy.position', '=', 'failed.position')
        .returning('copy.position'),
    )
    .selectFrom('told')
    .select(({ ref }) => blocksIn(ref('position')).as('blocks'))
    .executeTakeFirstOrThrow()
  await retally(db, siteId, copyId, blocks)
}

/** People whose address retention has removed: everyone who was bought for had one. */
async function addProblemsOfRemoved(db: Db, { siteId, copyId, rewardType }: Copied): Promise<void> {
  const problems = requiredFields(rewardType)
    .filter(({ wire }) => wire !== 'first_name' && wire !== 'last_name')
    .map(({ wire, message }) => ({ field: wire, code: 'required', severity: 'error', message }) as const)
  const { blocks } = await db
    .with('told', (site) =>
      site
        .updateTable('card_recipient_details')
        .set({ problems: json(problems), codes: ['required'], needs_attention: true })
        .where('site_id', '=', siteId)
        .where('card_item_id', '=', copyId)
        .where(rewardType === 'digital' ? 'email' : 'address1', '=', '')
        .returning('position'),
    )
    .selectFrom('told')
    .select(({ ref }) => blocksIn(ref('position')).as('blocks'))
    .executeTakeFirstOrThrow()
  await retally(db, siteId, copyId, blocks)
}
