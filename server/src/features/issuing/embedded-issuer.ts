import { createHmac, randomInt } from 'node:crypto'
import { CARD_PIN_DIGITS, privateLabelNumber } from '@laurel/domain/card-number'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf, tableOf } from '../../database/sql.ts'
import type { Kit } from '../../kit.ts'
import { seal, unseal } from '../../secrets/sealed.ts'
import type { CanceledCard, IssuedCard, IssuingGateway } from './issuing-gateway.ts'

const DRAWN_DIGITS = 14
/** A number that is taken is drawn again; three in a row can't be chance. */
const DRAWS = 3

/**
 * The built-in issuer: private-label cards whose numbers no network uses, stored encrypted in separate tables.
 *
 * @see docs/decisions/0017-numbers-no-network-uses.md
 */
export function makeEmbeddedIssuer({ pool, keys, now }: Pick<Kit, 'pool' | 'keys' | 'now'>): IssuingGateway {
  const set = (siteId: number, keysOf: readonly string[], status: 'active' | 'cancelled') =>
    inSite(pool, siteId, async (db) => {
      await db
        .updateTable('issuer_cards')
        .set(({ ref }) => ({
          status,
          updated_at: now(),
          ...(status === 'cancelled' && { withdrawn_cents: ref('balance_cents'), balance_cents: 0 }),
        }))
        .where('site_id', '=', siteId)
        .where('key', '=', anyOf(keysOf))
        .where('status', 'in', status === 'active' ? ['issued'] : ['issued', 'active'])
        .execute()
      return readBalances(db, siteId, keysOf)
    })

  return {
    issue: (siteId, cards) =>
      inSite(pool, siteId, async (db) => {
        let issued = new Map<string, IssuedCard>()
        for (let draw = 0; draw < DRAWS && issued.size < cards.length; draw += 1) {
          const missing = cards.filter(({ key }) => !issued.has(key))
          await insertDrawn(db, siteId, missing)
          issued = await readIssued(db, siteId, cards)
        }
        return cards.map(({ key }) => {
          const card = issued.get(key)
          if (card === undefined) throw new Error(`no card could be issued for ${key}`)
          return card
        })
      }),
    activate: (siteId, keysOf) => set(siteId, keysOf, 'active'),
    cancel: (siteId, keysOf) => set(siteId, keysOf, 'cancelled'),
    balance: (siteId, keysOf) => inSite(pool, siteId, (db) => readBalances(db, siteId, keysOf)),
  }

  /** A key that has a card already keeps it, and a number that any site uses is drawn again by the caller. */
  async function insertDrawn(
    db: Db,
    siteId: number,
    cards: ReadonlyArray<{ key: string; valueCents: number }>,
  ) {
    const at = now()
    const drawn = cards.map(({ key, valueCents }) => {
      const number = privateLabelNumber(draw(DRAWN_DIGITS))
      return {
        key,
        value_cents: valueCents,
        number_sealed: seal(keys.dataSeal, placeOf(siteId, key, 'number'), number),
        number_digest: numberDigest(keys.cardDigest, number),
        pin_sealed: seal(keys.dataSeal, placeOf(siteId, key, 'pin'), draw(CARD_PIN_DIGITS)),
      }
    })
    const free = await reserveNumbers(db, drawn)
    const rows = drawn.filter(({ number_digest }) => free.has(number_digest))
    const columns = {
      ...({ key: 'text', value_cents: 'bigint' } as const),
      ...({ number_sealed: 'text', number_digest: 'text', pin_sealed: 'text' } as const),
    }
    await db
      .insertInto('issuer_cards')
      .columns([
        ...(['site_id', 'key', 'value_cents', 'balance_cents'] as const),
        ...(['number_sealed', 'number_digest', 'pin_sealed', 'created_at', 'updated_at'] as const),
      ])
      .expression(({ selectFrom, val }) =>
        selectFrom(tableOf('made', rows, columns))
          .select([val(siteId).as('site_id'), 'key', 'value_cents', 'value_cents as balance_cents'])
          .select(['number_sealed', 'number_digest', 'pin_sealed'])
          .select([val(at).as('created_at'), val(at).as('updated_at')]),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async function readIssued(
    db: Db,
    siteId: number,
    cards: ReadonlyArray<{ key: string; valueCents: number }>,
  ): Promise<Map<string, IssuedCard>> {
    const rows = await db
      .selectFrom('issuer_cards')
      .select(['key', 'value_cents', 'number_sealed', 'pin_sealed'])
      .where('site_id', '=', siteId)
      .where('key', '=', anyOf(cards.map(({ key }) => key)))
      .execute()
    return new Map(
      rows.map(({ key, value_cents, number_sealed, pin_sealed }) => [
        key,
        {
          key,
          valueCents: value_cents,
          number: unseal(keys.dataSeal, placeOf(siteId, key, 'number'), number_sealed),
          pin: unseal(keys.dataSeal, placeOf(siteId, key, 'pin'), pin_sealed),
        },
      ]),
    )
  }
}

/** Reserves numbers for cards across all sites. @returns the digests of those that no card has */
async function reserveNumbers(db: Db, drawn: ReadonlyArray<{ number_digest: string }>): Promise<Set<string>> {
  const free = await db
    .insertInto('card_numbers')
    .columns(['digest'])
    .expression(({ selectFrom }) =>
      selectFrom(tableOf('drawn', drawn, { number_digest: 'text' })).select('number_digest'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .execute()
  return new Set(free.map(({ digest }) => digest))
}

/** A digest for looking up a number. Without the key, numbers can't be tried out. */
export function numberDigest(key: Buffer, number: string): string {
  return createHmac('sha256', key).update(number).digest('base64url')
}

async function readBalances(db: Db, siteId: number, keys: readonly string[]): Promise<CanceledCard[]> {
  const rows = await db
    .selectFrom('issuer_cards')
    .select(['key', 'balance_cents', 'withdrawn_cents', 'status'])
    .where('site_id', '=', siteId)
    .where('key', '=', anyOf(keys))
    .execute()
  return rows.map(({ key, balance_cents, withdrawn_cents, status }) => ({
    key,
    balanceCents: balance_cents,
    withdrawnCents: withdrawn_cents,
    status: status as CanceledCard['status'],
  }))
}

function placeOf(siteId: number, key: string, what: 'number' | 'pin'): string {
  return `issuer:${siteId}:${key}:${what}`
}

function draw(digits: number): string {
  let drawn = ''
  while (drawn.length < digits) drawn += String(randomInt(10))
  return drawn
}
