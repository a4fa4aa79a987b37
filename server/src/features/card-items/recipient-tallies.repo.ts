import {
  type Expression,
  expressionBuilder,
  type InsertQueryBuilder,
  type QueryCreator,
  type Selectable,
} from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { CardRecipientDetails } from '../../database/generated/tables.ts'
import { anyOf, elements, tableOf } from '../../database/sql.ts'
import { blockAt, hasCode, NO_CODES } from './recipient-fragments.ts'
import { BLOCK_POSITIONS } from './recipient-pages.ts'

/** What the tallies of a list need of its people. */
export const TALLIED = [
  'site_id',
  'card_item_id',
  'position',
  'amount_cents',
  'needs_attention',
  'codes',
] as const
type Tallied = Pick<Selectable<CardRecipientDetails>, (typeof TALLIED)[number]>

/** The people to count, as a query: written by it, or read. */
type People = (
  site: QueryCreator<Database>,
) => InsertQueryBuilder<Database, 'card_recipient_details', Tallied> | Expression<Tallied>

/**
 * Adds people to the tallies of their list, in the query that writes them. The order must be locked.
 *
 * @param people the query, with {@link TALLIED}
 */
export async function tally(db: Db, people: People): Promise<void> {
  const { ref, lit } = expressionBuilder<{ people: Tallied }, 'people'>()
  const block = blockAt(ref('people.position'))
  await db
    .with('people', people)
    .with('tallied', (site) =>
      site
        .insertInto('recipient_tallies')
        .columns([...BY_AMOUNT, 'people', 'needing_attention', 'to_check'])
        .expression(
          site
            .selectFrom('people')
            .select(['people.site_id', 'people.card_item_id', block.as('block'), 'people.amount_cents'])
            .select(({ and, fn, not }) => [
              fn.countAll<number>().as('people'),
              fn.countAll<number>().filterWhere('people.needs_attention', '=', true).as('needing_attention'),
              fn
                .countAll<number>()
                .filterWhere(
                  and([hasCode(ref('people.codes'), 'warning'), not(ref('people.needs_attention'))]),
                )
                .as('to_check'),
            ])
            .groupBy(['people.site_id', 'people.card_item_id', block, 'people.amount_cents']),
        )
        .onConflict((conflict) =>
          conflict.columns([...BY_AMOUNT]).doUpdateSet(({ eb, ref: of }) => ({
            people: eb('recipient_tallies.people', '+', of('excluded.people')),
            needing_attention: eb(
              'recipient_tallies.needing_attention',
              '+',
              of('excluded.needing_attention'),
            ),
            to_check: eb('recipient_tallies.to_check', '+', of('excluded.to_check')),
          })),
        ),
    )
    .with('tallied_codes', (site) =>
      site
        .insertInto('recipient_code_tallies')
        .columns([...BY_CODE, 'people'])
        .expression(
          site
            .selectFrom(['people', elements(ref('people.codes'), 'code')])
            .select(['people.site_id', 'people.card_item_id', block.as('block'), 'code.code'])
            .select(({ fn }) => fn.countAll<number>().as('people'))
            .where('people.codes', '<>', NO_CODES)
            .groupBy(['people.site_id', 'people.card_item_id', block, 'code.code']),
        )
        .onConflict((conflict) =>
          conflict.columns([...BY_CODE]).doUpdateSet(({ eb, ref: of }) => ({
            people: eb('recipient_code_tallies.people', '+', of('excluded.people')),
          })),
        ),
    )
    .selectNoFrom(lit(1).as('tallied'))
    .execute()
}

const BY_AMOUNT = ['site_id', 'card_item_id', 'block', 'amount_cents'] as const
const BY_CODE = ['site_id', 'card_item_id', 'block', 'code'] as const

/**
 * Counts blocks of a list again, after their people changed. The order must be locked. Sent right after the
 * change, it sees it.
 */
export async function retally(
  db: Db,
  siteId: number,
  itemId: number,
  blocks: readonly number[],
): Promise<void> {
  if (blocks.length === 0) return
  const drop = (table: 'recipient_tallies' | 'recipient_code_tallies') =>
    db
      .deleteFrom(table)
      .where('site_id', '=', siteId)
      .where('card_item_id', '=', itemId)
      .where('block', '=', anyOf(blocks))
      .execute()
  const numbered = blocks.map((block) => ({ block }))
  const count = () =>
    tally(db, (site) =>
      site
        .selectFrom(tableOf('counted', numbered, { block: 'integer' }))
        .innerJoin('card_recipient_details as r', (join) =>
          join
            .on('r.site_id', '=', siteId)
            .on('r.card_item_id', '=', itemId)
            .on(({ eb, lit, ref }) =>
              eb.between(
                'r.position',
                eb(ref('counted.block'), '*', lit(BLOCK_POSITIONS)),
                eb(eb(ref('counted.block'), '*', lit(BLOCK_POSITIONS)), '+', lit(BLOCK_POSITIONS - 1)),
              ),
            ),
        )
        .select(TALLIED.map((column) => `r.${column}` as const)),
    )
  await Promise.all([drop('recipient_tallies'), drop('recipient_code_tallies'), count()])
}

/** Like {@link retally}, for the blocks of these people. */
export function retallyAt(
  db: Db,
  siteId: number,
  itemId: number,
  people: ReadonlyArray<{ position: number }>,
): Promise<void> {
  const blocks = new Set(people.map(({ position }) => Math.floor(position / BLOCK_POSITIONS)))
  return retally(db, siteId, itemId, [...blocks])
}
