import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { MailSender } from '@laurel/contract/office-site'
import { EMAIL_INVALID, isEmail, normalizeEmail } from '@laurel/domain/email'
import { Refusal } from '@laurel/domain/refusal'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { MailSenders } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { seal, unseal } from '../../secrets/sealed.ts'
import { record } from '../audit/audit.service.ts'
import type { Sender } from './mailer.ts'
import { askRecords, type RecordAnswer, type ResolveTxt, wantedRecords } from './sender-records.ts'

type SenderKit = Pick<Kit, 'pool' | 'keys' | 'config' | 'now'>
type Row = Selectable<MailSenders>

const KEY_BITS = 2048
const makeKeyPair = promisify(generateKeyPair)

/** Whom a site's mail comes from, and the records its domain must carry. */
export async function readMailSender(
  db: Db,
  kit: Pick<Kit, 'config'>,
  siteId: number,
): Promise<z.input<typeof MailSender> | null> {
  const row = await findRow(db, siteId)
  return row === undefined ? null : wire(row, kit)
}

/**
 * Sets the sender address. Each domain has its own signing key, which another address of the domain keeps, so
 * its DNS records stay valid. An empty address removes the sender.
 *
 * @throws {Refusal} `validation_failed` at the address; `changed`
 */
export async function putMailSender(
  { pool, keys, now }: SenderKit,
  actor: Staff,
  given: { address: string; seenVersion: number | null },
): Promise<void> {
  const { siteId } = actor
  const address = normalizeEmail(given.address)
  if (address !== '' && !isEmail(address)) {
    throw new Refusal('validation_failed', {}, [
      { field: 'fromAddress', code: 'wrong', message: EMAIL_INVALID },
    ])
  }
  const readSeen = async () => {
    const row = await inSite(pool, siteId, (db) => findRow(db, siteId))
    if ((row?.version ?? null) !== given.seenVersion) throw new Refusal('changed')
    return row
  }
  const read = await readSeen()
  const isSameDomain = read !== undefined && domainOf(read.from_address) === domainOf(address)
  if (address === '' || isSameDomain) return put(undefined)
  await inTurn(siteId, async () => {
    // The request before may have changed it.
    await readSeen()
    // Made before the transaction: a key takes a moment.
    await put(await makeDkimKey())
  })

  async function put(pair: DkimKey | undefined) {
    const at = now()
    await inSite(pool, siteId, async (db) => {
      const before = await findRow(db, siteId, true)
      const isSame = before?.from_address === read?.from_address
      if ((before?.version ?? null) !== given.seenVersion || !isSame) throw new Refusal('changed')
      if (address === '') {
        await db.deleteFrom('mail_senders').where('site_id', '=', siteId).execute()
      } else {
        const key =
          pair === undefined
            ? {}
            : {
                dkim_selector: `laurel-${at.toISOString().slice(0, 10).replaceAll('-', '')}`,
                dkim_public_key: pair.publicKey,
                dkim_private_key_sealed: seal(keys.dataSeal, sealContext(siteId), pair.privateKey),
                checked_at: null,
                check_result: null,
              }
        const values = { from_address: address, ...key, updated_at: at, version: (before?.version ?? 0) + 1 }
        if (before === undefined) {
          await db
            .insertInto('mail_senders')
            .values({ site_id: siteId, ...(values as typeof values & NewKey) })
            .execute()
        } else {
          await db.updateTable('mail_senders').set(values).where('site_id', '=', siteId).execute()
        }
      }
      const facts = { from_old: before?.from_address ?? '', from_new: address }
      record(db, siteId, {
        actor: actor.by,
        event: 'site.sender_changed',
        subject: `site:${siteId}`,
        facts,
        at,
      })
    })
  }
}

type NewKey = { dkim_selector: string; dkim_public_key: string; dkim_private_key_sealed: string }

/** Asks the domain for its records, outside any transaction, and keeps what it said. */
export async function checkMailSender(
  kit: SenderKit & { resolveTxt: ResolveTxt },
  actor: Staff,
): Promise<void> {
  const { siteId } = actor
  const row = await inSite(kit.pool, siteId, (db) => findRow(db, siteId))
  if (row === undefined) throw new Refusal('not_found')
  const answers = await askRecords(wantedRecords(row, kit.config.mail?.smtpUrl), kit.resolveTxt)
  await inSite(kit.pool, siteId, (db) =>
    db
      .updateTable('mail_senders')
      .set({ checked_at: kit.now(), check_result: json(answers) })
      .where('site_id', '=', siteId)
      .where('version', '=', row.version)
      .execute(),
  )
}

/** The sender of a site's mail, and the reply address: the support address. */
export function readMailFrom({ pool, keys }: Pick<Kit, 'pool' | 'keys'>, siteId: number): Promise<Sender> {
  return inSite(pool, siteId, async (db) => {
    const { support_email: replyTo } = await db
      .selectFrom('sites')
      .select('support_email')
      .where('id', '=', siteId)
      .executeTakeFirstOrThrow()
    return { own: usable(await findRow(db, siteId), siteId, keys), replyTo }
  })
}

/** What a site's mail is sent and signed with; undefined until its domain carries the key. */
function usable(row: Row | undefined, siteId: number, keys: Kit['keys']): Sender['own'] {
  if (row === undefined || !isKeyFound(row)) return undefined
  return {
    address: row.from_address,
    dkim: {
      domainName: domainOf(row.from_address),
      keySelector: row.dkim_selector,
      privateKey: unseal(keys.dataSeal, sealContext(siteId), row.dkim_private_key_sealed),
    },
  }
}

function findRow(db: Db, siteId: number, locked = false): Promise<Row | undefined> {
  const query = db.selectFrom('mail_senders').selectAll().where('site_id', '=', siteId)
  return (locked ? query.forUpdate() : query).executeTakeFirst()
}

function answersOf(row: Row): RecordAnswer[] {
  return (row.check_result ?? []) as RecordAnswer[]
}

/** An address is used once its signature can be checked: before that, mail would look forged. */
function isKeyFound(row: Row): boolean {
  return answersOf(row).some(({ name, state }) => name === 'dkim' && state === 'right')
}

function wire(row: Row, { config }: Pick<Kit, 'config'>): z.input<typeof MailSender> {
  const answers = answersOf(row)
  return {
    from_address: row.from_address,
    version: row.version,
    checked_at: row.checked_at?.toISOString() ?? null,
    is_used: isKeyFound(row),
    records: wantedRecords(row, config.mail?.smtpUrl).map((wanted) => {
      const answer = answers.find(({ name }) => name === wanted.name)
      return { ...wanted, state: answer?.state ?? 'not_asked', found: answer?.found ?? '' }
    }),
  }
}

/** Sites whose key is being made. */
const making = new Set<number>()

/**
 * One at a time for a site: the threads that make keys also check everyone's passwords.
 *
 * @throws {Refusal} `changed` for a second request in the meantime
 */
async function inTurn(siteId: number, work: () => Promise<void>) {
  if (making.has(siteId)) throw new Refusal('changed')
  making.add(siteId)
  try {
    await work()
  } finally {
    making.delete(siteId)
  }
}

type DkimKey = { publicKey: string; privateKey: string }

async function makeDkimKey(): Promise<DkimKey> {
  const { publicKey, privateKey } = await makeKeyPair('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { publicKey: publicKey.toString('base64'), privateKey }
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

function sealContext(siteId: number): string {
  return `mail-sender:${siteId}`
}
