import { createHash } from 'node:crypto'
import type { UploadedLogo } from '@laurel/contract/office-site'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import { anyOf } from '../../database/sql.ts'
import type { Staff } from '../../http/actor.ts'
import type { UploadedFile } from '../../http/multipart.ts'
import type { Kit } from '../../kit.ts'
import { drawers, MakerLate } from '../../makers/makers.ts'
import { record } from '../audit/audit.service.ts'
import type { LogoForms } from '../sites/site-records.ts'
import { inTurn, MAX_PIXELS, readDrawableHeader } from './clean-image.ts'
import { MAX_SVG_BYTES } from './clean-svg.ts'
import type { DrawnLogo } from './draw-logo.ts'
import type { FileStore } from './file-store.ts'
import { displayName } from './files.service.ts'
import { assertRoom, SITE_FILE } from './site-pictures.ts'

/** Logos take a second. One that takes this long was made to, and other uploads wait for it. */
const DRAWN_WITHIN_MS = 20_000

const drawing = drawers.callsTo<typeof import('./draw-logo.ts')>(
  new URL('./draw-logo.ts', import.meta.url),
  DRAWN_WITHIN_MS,
)

/** Part of every key: a logo is drawn anew if this version draws it differently. */
const DRAWING = '1'

type LogoKit = { pool: Pool; files: Pick<FileStore, 'put'> }

/**
 * Stores a logo and the forms drawn from it for a site. The same file gets the same keys, so that uploading it twice
 * stores it once.
 *
 * @throws {Refusal} `file_too_large`, `file_not_a_logo`, `limit_exceeded`; `too_many_requests` while others are drawn
 */
export async function storeSiteLogo(
  kit: LogoKit & Pick<Kit, 'now'>,
  actor: Staff,
  upload: UploadedFile,
): Promise<z.input<typeof UploadedLogo>> {
  const { siteId } = actor
  await inSite(kit.pool, siteId, (db) => assertRoom(db, siteId))
  const { forms, name, removed } = await keepLogo(kit, siteId, upload, (db, subject, bytes) => {
    const facts = { name: upload.name, bytes }
    record(db, siteId, { actor: actor.by, event: 'site.picture_added', subject, facts, at: kit.now() })
  })
  const icon = forms.icons.find(({ width }) => width === 192)!
  return { ...forms.shown, name, white: forms.white, icon, colors: forms.colors, removed }
}

/** Draws and stores a logo. @throws {Refusal} as {@link storeSiteLogo} */
export async function keepLogo(
  { pool, files }: LogoKit,
  siteId: number,
  upload: Pick<UploadedFile, 'name' | 'bytes'>,
  added: (db: Db, subject: string, bytes: number) => void = () => {},
): Promise<{ forms: LogoForms; name: string; removed: DrawnLogo['removed'] }> {
  const drawn = await draw(upload.bytes)
  const { shown, plain, white, icons, colors, removed } = drawn
  const keyOf = keysOf(siteId, upload.bytes)
  const parts = [
    { form: 'shown', drawing: shown },
    { form: 'plain', drawing: plain },
    { form: 'white', drawing: white },
    ...icons.map((icon) => ({ form: `${icon.purpose}-${icon.width}`, drawing: icon })),
  ]
  await Promise.all(parts.map(({ form, drawing: { bytes } }) => files.put(keyOf(form), bytes)))

  const picture = (form: string, { width, height }: typeof shown) => ({
    url: urlOf(keyOf(form)),
    width,
    height,
  })
  const forms: LogoForms = {
    shown: picture('shown', shown),
    plain: picture('plain', plain),
    white: picture('white', white),
    icons: icons.map((icon) => ({
      ...picture(`${icon.purpose}-${icon.width}`, icon),
      purpose: icon.purpose,
    })),
    colors,
  }
  const name = displayName(upload.name, shown.contentType)
  const rows = parts.map(({ form, drawing: { bytes, contentType, width, height } }) => ({
    site_id: siteId,
    customer_id: null,
    key: keyOf(form),
    name: form === 'shown' ? name : `${form}.png`,
    content_type: contentType,
    bytes: bytes.length,
    width,
    height,
    forms: form === 'shown' ? json(forms) : null,
  }))
  await inSite(pool, siteId, async (db) => {
    const inserted = await db
      .insertInto('files')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['site_id', 'key']).doNothing())
      .returning(['id', 'key', 'bytes'])
      .execute()
    const logo = inserted.find(({ key }) => key === keyOf('shown'))
    if (logo) added(db, `file:${logo.id}`, logo.bytes)
  })
  return { forms, name, removed }
}

/**
 * An SVG as a PNG.
 *
 * @returns undefined if there's nothing to see
 * @throws {Refusal} `file_too_large`; `too_many_requests` while others are drawn
 */
export async function drawSvgLogo(bytes: Buffer) {
  if (bytes.length > MAX_SVG_BYTES) throw new Refusal('file_too_large', { limit: '1 MB' })
  return inTurn(() => drawing('drawSvg', bytes)).catch((cause: unknown) => {
    if (cause instanceof MakerLate) return undefined
    throw cause
  })
}

async function draw(bytes: Buffer): Promise<DrawnLogo> {
  const contentType = isMarkup(bytes) ? 'image/svg+xml' : typeOf(bytes)
  if (contentType === 'image/svg+xml' && bytes.length > MAX_SVG_BYTES) {
    throw new Refusal('file_too_large', { limit: '1 MB' })
  }
  const drawn = await inTurn(() => drawing('drawLogo', bytes, contentType, MAX_PIXELS)).catch(
    (cause: unknown) => {
      throw cause instanceof MakerLate ? new Refusal('file_not_a_logo') : cause
    },
  )
  if (drawn === undefined) throw new Refusal('file_not_a_logo')
  return drawn
}

function typeOf(bytes: Buffer) {
  try {
    return readDrawableHeader(bytes).contentType
  } catch (cause) {
    const isOther = cause instanceof Refusal && cause.code === 'file_not_an_image'
    throw isOther ? new Refusal('file_not_a_logo') : cause
  }
}

/** XML begins with `<`, after a byte order mark and space at most. */
function isMarkup(bytes: Buffer): boolean {
  return /^(\uFEFF)?\s*</.test(bytes.toString('utf8', 0, 256))
}

function keysOf(siteId: number, bytes: Buffer): (form: string) => string {
  const upload = createHash('sha256').update(bytes).digest('base64url')
  return (form) =>
    createHash('sha256').update([siteId, DRAWING, form, upload].join(':')).digest('base64url').slice(0, 32)
}

function urlOf(key: string): string {
  return `/api/v1/files/${key}/`
}

/** The forms of a site's own logos, by the address of the logo; others are left out. */
export async function findLogoForms(
  db: Db,
  siteId: number,
  urls: readonly string[],
): Promise<Map<string, LogoForms>> {
  const keys = urls.flatMap((url) => SITE_FILE.exec(url)?.[1] ?? [])
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('files')
    .select('forms')
    .where('site_id', '=', siteId)
    .where('key', '=', anyOf(keys))
    .where('forms', 'is not', null)
    .execute()
  return new Map(rows.map(({ forms }) => [(forms as LogoForms).shown.url, forms as LogoForms]))
}
