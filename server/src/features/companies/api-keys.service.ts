import { randomBytes, randomUUID } from 'node:crypto'
import type { CompanyKey, createCompanyKey, patchCompanyKey } from '@laurel/contract/company-api-keys'
import {
  COMPANY_KEY_SCOPES,
  KEY_FIRST_NAME,
  KEY_STARTS,
  type KeyMode,
  keyState,
  MAX_COMPANY_KEYS,
} from '@laurel/domain/company-api-keys'
import { Refusal } from '@laurel/domain/refusal'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { CompanyApiKeys } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import type { Customer } from '../../http/actor.ts'
import { isAddressRange } from '../../http/address-ranges.ts'
import type { Kit } from '../../kit.ts'
import { hashSecret } from '../../secrets/hash-secret.ts'
import { revokedAt } from './api-key-access.ts'
import { type Changing, changeCompany, noteChange } from './change-company.ts'
import { type InCompany, inCompany } from './companies.repo.ts'

type KeyKit = Pick<Kit, 'pool' | 'now'>
type KeyWire = z.input<typeof CompanyKey>
type WithSecret = { key: KeyWire; secret: string }
type Given = z.output<typeof createCompanyKey.body>
type Change = z.output<typeof patchCompanyKey.body>

/** @throws {Refusal} `registration_incomplete` */
export function listKeys(kit: KeyKit, actor: Customer): Promise<KeyWire[]> {
  const own = inCompany(actor)
  return inSite(kit.pool, own.siteId, async (db) => {
    const rows = await keysOf(db, own).orderBy('k.id', 'desc').execute()
    return rows.map((row) => keyWire(row, kit.now()))
  })
}

/**
 * Creates a key, and the customer whose orders it places.
 *
 * @returns its secret, of which only a digest is kept
 * @throws {Refusal} `not_allowed`, `validation_failed`, `limit_exceeded`
 */
export function createKey(kit: KeyKit, actor: Customer, given: Given): Promise<WithSecret> {
  return change(kit, actor, async (db, own) => {
    const at = kit.now()
    assertValues(given, at)
    const rows = await keysOf(db, own).where('k.revoked_at', 'is', null).execute()
    const active = rows.filter((row) => keyWire(row, at).state === 'active')
    if (active.length >= MAX_COMPANY_KEYS) {
      throw new Refusal('limit_exceeded', {
        limit: MAX_COMPANY_KEYS,
        of: /*i18n*/ '{limit, number} API keys',
      })
    }
    const secret = newSecret()
    const { id } = await db
      .insertInto('company_api_keys')
      .values({
        site_id: own.siteId,
        company_id: own.company.id,
        home_company_id: own.company.id,
        customer_id: await insertOrderer(db, own, given.name, given.order_email ?? actor.email),
        name: given.name,
        is_test: given.mode === 'test',
        scopes: inOrder(given.scopes),
        ip_ranges: given.ip_ranges,
        ...secretColumns(secret),
        holders: json([own.customerId]),
        created_by: own.customerId,
        created_at: at,
        expires_at: given.expires_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    noteChange(db, kit, own, 'company.api_key_created', { name: given.name, scopes: given.scopes.join(' ') })
    return { key: keyWire(await readKeyRow(db, own, id), at), secret: tokenOf(id, given.mode, secret) }
  })
}

/** @throws {Refusal} `not_found`, also once it was revoked; `not_allowed`; `validation_failed` */
export function changeKey(kit: KeyKit, actor: Customer, id: number, changed: Change): Promise<KeyWire> {
  return change(kit, actor, async (db, own) => {
    const at = kit.now()
    assertValues(changed, at)
    const before = await lockKeyRow(db, own, id)
    const { name = before.name, order_email: email, scopes, ip_ranges, expires_at } = changed
    await db
      .updateTable('company_api_keys')
      .set({
        name,
        ...(scopes && { scopes: inOrder(scopes) }),
        ...(ip_ranges && { ip_ranges }),
        ...(expires_at !== undefined && { expires_at }),
      })
      .where('site_id', '=', own.siteId)
      .where('id', '=', id)
      .execute()
    await db
      .updateTable('customers')
      .set({ last_name: quoted(name), ...(email !== undefined && { email }), updated_at: at })
      .where('site_id', '=', own.siteId)
      .where('id', '=', before.customer_id)
      .execute()
    const after = await readKeyRow(db, own, id)
    const scopeFacts = { scopes_old: before.scopes.join(' '), scopes_new: after.scopes.join(' ') }
    const facts = { name_old: before.name, name_new: name, ...(scopes && scopeFacts) }
    noteChange(db, kit, own, 'company.api_key_changed', facts)
    return keyWire(after, at)
  })
}

/** @throws {Refusal} `not_found`, also once it was revoked; `not_allowed` */
export function rotateKey(
  kit: KeyKit,
  actor: Customer,
  id: number,
  overlapHours: number,
): Promise<WithSecret> {
  return change(kit, actor, async (db, own) => {
    const at = kit.now()
    const before = await lockKeyRow(db, own, id)
    const secret = newSecret()
    const holders = [...new Set([...(before.holders as number[]), own.customerId])]
    await db
      .updateTable('company_api_keys')
      .set({
        ...secretColumns(secret),
        old_secret_hash: overlapHours === 0 ? null : before.secret_hash,
        old_secret_until: overlapHours === 0 ? null : new Date(at.getTime() + overlapHours * 3_600_000),
        holders: json(holders),
      })
      .where('site_id', '=', own.siteId)
      .where('id', '=', id)
      .execute()
    noteChange(db, kit, own, 'company.api_key_rotated', { name: before.name })
    const key = keyWire(await readKeyRow(db, own, id), at)
    return { key, secret: tokenOf(id, key.mode, secret) }
  })
}

/**
 * Ends a key, and gives its orders to the person who does, as those of a person who is removed.
 *
 * @throws {Refusal} `not_found`, also once it was revoked; `not_allowed`
 */
export function revokeKey(kit: KeyKit, actor: Customer, id: number): Promise<void> {
  return change(kit, actor, async (db, own) => {
    const { name, customer_id: from } = await lockKeyRow(db, own, id)
    await db
      .updateTable('company_api_keys')
      .set(revokedAt(kit.now()))
      .where('site_id', '=', own.siteId)
      .where('id', '=', id)
      .execute()
    await db
      .updateTable('orders')
      .set({ customer_id: own.customerId })
      .where('site_id', '=', own.siteId)
      .where('company_id', '=', own.company.id)
      .where('customer_id', '=', from)
      .where('status', '<>', 'cart')
      .execute()
    noteChange(db, kit, own, 'company.api_key_revoked', { name })
  })
}

function change<T>(kit: KeyKit, actor: Customer, work: (db: Db, own: Changing) => Promise<T>): Promise<T> {
  return changeCompany(kit, actor, 'api_keys.manage', work)
}

/** @throws {Refusal} `validation_failed` */
function assertValues({ ip_ranges: ranges = [], expires_at: end }: Partial<Change>, at: Date): void {
  const wrong = ranges.find((range) => !isAddressRange(range))
  const problems = [
    ...(wrong === undefined
      ? []
      : [
          {
            field: 'ip_ranges',
            code: 'invalid',
            message: `“${wrong}” isn’t an IP address or a range such as 203.0.113.0/24.`,
          },
        ]),
    ...(end == null || new Date(end) > at
      ? []
      : [{ field: 'expires_at', code: 'invalid', message: /*i18n*/ 'Choose a day in the future.' }]),
  ]
  if (problems.length > 0) throw new Refusal('validation_failed', {}, problems)
}

/** The customer who places a key's orders: billed as the person who creates it, and unable to sign in. */
async function insertOrderer(db: Db, own: InCompany, name: string, email: string): Promise<number> {
  const { id } = await db
    .insertInto('customers')
    .columns([
      'site_id',
      'identity_subject',
      'email',
      'email_verified',
      'first_name',
      'last_name',
      'registration_complete',
      ...BILLED,
    ])
    .expression(({ selectFrom }) =>
      selectFrom('customers as c')
        .select(({ cast, lit, val }) => [
          'c.site_id',
          // A number like those of accounts, which no account has.
          cast<string>(val(randomUUID()), 'text').as('identity_subject'),
          cast<string>(val(email), 'text').as('email'),
          lit(true).as('email_verified'),
          cast<string>(val(KEY_FIRST_NAME), 'text').as('first_name'),
          cast<string>(val(quoted(name)), 'text').as('last_name'),
          lit(true).as('registration_complete'),
        ])
        .select(BILLED.map((column) => `c.${column}` as const))
        .where('c.site_id', '=', own.siteId)
        .where('c.id', '=', own.customerId),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const BILLED = [
  'legal_business_name',
  'business_address1',
  'business_address2',
  'business_city',
  'business_state',
  'business_zip',
] as const

function keysOf(db: Db, { siteId, company }: InCompany) {
  return db
    .selectFrom('company_api_keys as k')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'k.site_id').onRef('c.id', '=', 'k.customer_id'),
    )
    .innerJoin('customers as by', (join) =>
      join.onRef('by.site_id', '=', 'k.site_id').onRef('by.id', '=', 'k.created_by'),
    )
    .selectAll('k')
    .select(['c.email as order_email', 'c.disabled_at', 'by.first_name', 'by.last_name'])
    .where('k.site_id', '=', siteId)
    .where('k.company_id', '=', company.id)
}

type KeyRow = Selectable<CompanyApiKeys> & {
  order_email: string
  disabled_at: Date | null
  first_name: string
  last_name: string
}

function readKeyRow(db: Db, own: InCompany, id: number): Promise<KeyRow> {
  return keysOf(db, own).where('k.id', '=', id).executeTakeFirstOrThrow()
}

/** Orders in progress with the key are waited for. */
async function lockKeyRow(db: Db, own: InCompany, id: number): Promise<KeyRow> {
  const row = await keysOf(db, own)
    .where('k.id', '=', id)
    .where('k.revoked_at', 'is', null)
    .forUpdate('k')
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function tokenOf(id: number, mode: KeyMode, secret: string): string {
  return `${KEY_STARTS[mode]}${id}_${secret}`
}

function secretColumns(secret: string) {
  return { secret_hash: hashSecret(secret), secret_end: secret.slice(-4) }
}

function inOrder(scopes: readonly string[]): string[] {
  return COMPANY_KEY_SCOPES.filter((scope) => scopes.includes(scope))
}

function quoted(name: string): string {
  return `“${name}”`
}

function keyWire(row: KeyRow, at: Date): KeyWire {
  const { id, name, scopes, ip_ranges, order_email, secret_end, old_secret_until: until } = row
  const state = keyState({ expiresAt: row.expires_at, revokedAt: row.revoked_at }, at)
  return {
    ...{ id, name, scopes, ip_ranges, order_email, secret_end },
    mode: row.is_test ? 'test' : 'live',
    state: state === 'active' && row.disabled_at !== null ? 'disabled' : state,
    old_secret_until: until !== null && until > at ? until.toISOString() : null,
    created_by: `${row.first_name} ${row.last_name}`.trim(),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}
