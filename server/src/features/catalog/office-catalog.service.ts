import {
  CATALOG_KINDS,
  CATALOG_NAMES,
  CATALOG_VALUES,
  type CatalogKind,
} from '@laurel/contract/office-catalog'
import { assertNoProblems, type FieldProblem, Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { changedFacts } from '../audit/changed-facts.ts'
import { isSitePicture } from '../files/site-pictures.ts'
import {
  type CatalogWire,
  type Entry,
  insertEntry,
  isUsed,
  KEPT,
  listKind,
  lockEntry,
  lockSite,
  replaceEntry,
  updateEntry,
  writeOrder,
} from './office-catalog.repo.ts'

type CatalogKit = Pick<Kit, 'pool' | 'now'>
type Values = Record<string, unknown>

const MAX_ENTRIES = 200

export function readCatalog({ pool }: CatalogKit, { siteId }: Staff): Promise<CatalogWire> {
  return inSite(pool, siteId, (db) => whole(db, siteId))
}

/**
 * Adds an entry at the end of its list.
 *
 * @param name which part of the home page, or which delivery method; unique within its list
 * @throws {Refusal} `validation_failed` at the fields; `limit_exceeded`
 */
export function addEntry(
  { pool, now }: CatalogKit,
  actor: Staff,
  kind: CatalogKind,
  given: Values,
  name?: string,
): Promise<CatalogWire> {
  const { siteId } = actor
  const values = judged(kind, given)
  return inSite(pool, siteId, async (db) => {
    // Locked, so that two people can't add the same part at once.
    if (isNamed(kind)) await lockSite(db, siteId)
    const listed = await listKind(db, siteId, kind)
    if (listed.length >= MAX_ENTRIES) throw new Refusal('limit_exceeded', { limit: MAX_ENTRIES })
    assertNoTwin(kind, values, listed)
    await assertOwnPictures(db, siteId, values, {})
    if (isNamed(kind)) assertFreeName(kind, name, listed)
    const id = await insertEntry(db, siteId, kind, values, { name })
    const facts = { ...changedFacts({}, values), ...(name !== undefined && { name }) }
    record(db, siteId, {
      actor: actor.by,
      event: 'catalog.added',
      subject: `${kind}:${id}`,
      facts,
      at: now(),
    })
    return whole(db, siteId)
  })
}

/**
 * Changes an entry, or turns it on or off. An entry with placed orders isn't edited: a successor replaces it in
 * the list and in open carts, and the orders keep the old one.
 *
 * @throws {Refusal} `changed`; `validation_failed`; `not_found`
 */
export function changeEntry(
  { pool, now }: CatalogKit,
  actor: Staff,
  kind: CatalogKind,
  id: number,
  given: { seenVersion: number; values?: Values | undefined; active?: boolean | undefined },
): Promise<CatalogWire> {
  const { siteId } = actor
  if (given.active !== undefined && !KEPT[kind].switches) throw new Refusal('not_found')
  const values = given.values && judged(kind, given.values)
  return inSite(pool, siteId, async (db) => {
    const before = await lockEntry(db, siteId, kind, id)
    if (before.version !== given.seenVersion) throw new Refusal('changed')
    const active = given.active ?? before.active
    const facts = {
      ...(values && changedFacts(before.values, values)),
      ...(active !== before.active && { active_old: before.active, active_new: active }),
    }
    if (Object.keys(facts).length === 0) return whole(db, siteId)
    if (values) {
      const others = (await listKind(db, siteId, kind)).filter((one) => one.id !== id)
      assertNoTwin(kind, values, others)
      await assertOwnPictures(db, siteId, values, before.values)
    }
    if (
      values &&
      Object.keys(changedFacts(before.values, values)).length > 0 &&
      (await isUsed(db, siteId, kind, id))
    ) {
      const successor = await insertEntry(db, siteId, kind, values, { like: { id, active } })
      await replaceEntry(db, siteId, kind, id, successor)
      Object.assign(facts, { replaced_by: successor })
    } else {
      await updateEntry(db, siteId, kind, id, {
        ...(values && { values }),
        ...(given.active !== undefined && { active: given.active }),
      })
    }
    record(db, siteId, {
      actor: actor.by,
      event: 'catalog.changed',
      subject: `${kind}:${id}`,
      facts,
      at: now(),
    })
    return whole(db, siteId)
  })
}

/** @throws {Refusal} `changed` if the list is no longer the one that was sorted */
export function orderEntries(
  { pool, now }: CatalogKit,
  actor: Staff,
  kind: CatalogKind,
  ids: readonly number[],
): Promise<CatalogWire> {
  const { siteId } = actor
  if (!KEPT[kind].ordered) throw new Refusal('not_found')
  return inSite(pool, siteId, async (db) => {
    const listed = (await listKind(db, siteId, kind)).map(({ id }) => id)
    const isSame = listed.length === ids.length && new Set([...listed, ...ids]).size === ids.length
    if (!isSame) throw new Refusal('changed')
    await writeOrder(db, siteId, kind, ids)
    const facts = { order_old: listed.join(' '), order_new: ids.join(' ') }
    record(db, siteId, { actor: actor.by, event: 'catalog.reordered', subject: kind, facts, at: now() })
    return whole(db, siteId)
  })
}

async function whole(db: Db, siteId: number): Promise<CatalogWire> {
  const lists = await Promise.all(CATALOG_KINDS.map((kind) => listKind(db, siteId, kind)))
  return Object.fromEntries(
    CATALOG_KINDS.map((kind, index) => [kind, lists[index]]),
  ) as unknown as CatalogWire
}

/** @throws {Refusal} `validation_failed`, each sentence at its field */
function judged(kind: CatalogKind, given: Values): Values {
  const read = CATALOG_VALUES[kind].safeParse(given)
  if (read.success) return read.data as Values
  const problems: FieldProblem[] = read.error.issues.map(({ path, code, message }) => ({
    field: path.map(String).map(camel).join('.'),
    code,
    message:
      code === 'invalid_type' && message.startsWith('Invalid input') ? 'This field is required' : message,
  }))
  throw new Refusal('validation_failed', {}, problems)
}

type NamedKind = keyof typeof CATALOG_NAMES

function isNamed(kind: CatalogKind): kind is NamedKind {
  return kind in CATALOG_NAMES
}

/** A list has each part once, and only parts that the shop can show. */
function assertFreeName(kind: NamedKind, name: string | undefined, listed: readonly Entry[]): void {
  const names: readonly string[] = CATALOG_NAMES[kind]
  const refuse = (code: string, message: string) => {
    throw new Refusal('validation_failed', {}, [{ field: 'name', code, message }])
  }
  if (name === undefined || !names.includes(name)) refuse('unknown', 'Choose a name from the list.')
  if (listed.some((one) => one.name === name)) refuse('taken', 'This is already in the list.')
}

/** One value is offered once, and so is one answer. */
function assertNoTwin(kind: CatalogKind, values: Values, others: readonly Entry[]): void {
  const column = kind === 'amounts' ? 'value_cents' : kind === 'heard_about' ? 'name' : undefined
  if (column === undefined || !others.some((one) => one.values[column] === values[column])) return
  throw new Refusal('validation_failed', {}, [
    { field: camel(column), code: 'taken', message: 'This is already in the list.' },
  ])
}

/** A picture is one of the site's own uploads, or what stood there before. */
async function assertOwnPictures(db: Db, siteId: number, values: Values, before: Values): Promise<void> {
  const kept = new Set(pictures(before).map(([, address]) => address))
  const problems: FieldProblem[] = []
  for (const [field, address] of pictures(values)) {
    if (kept.has(address) || (await isSitePicture(db, siteId, address))) continue
    problems.push({ field, code: 'unknown', message: 'Upload the picture first.' })
  }
  assertNoProblems(problems)
}

function pictures(values: Values, path: string[] = []): [field: string, address: string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const here = [...path, camel(name)]
    if (name === 'image') return typeof value === 'string' && value !== '' ? [[here.join('.'), value]] : []
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? pictures(value as Values, here) : []
  })
}

function camel(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
