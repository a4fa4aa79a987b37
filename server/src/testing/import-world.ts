import { isUtf8 } from 'node:buffer'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { json } from '../database/json.ts'
import type { CardItemWire } from '../features/card-items/card-item-wire.ts'
import { changeCardItem } from '../features/card-items/card-items.service.ts'
import type { RecipientValues } from '../features/card-items/judged-recipient.ts'
import { changePerson, listPeople } from '../features/card-items/recipients.service.ts'
import { makeFileStore } from '../features/files/local-file-store.ts'
import { errorsFileOf } from '../features/imports/errors-file.ts'
import {
  beginReading,
  type ImportKit,
  readImport,
  stopImport,
  takeList,
} from '../features/imports/imports.service.ts'
import { runImport } from '../features/imports/run-import.ts'
import type { Customer } from '../http/actor.ts'
import { textsOf } from '../texts.ts'
import { LIMITS, openShops, type Shops } from './shop-world.ts'

/** The dependencies of imports, with the test's own folder; enqueued jobs are recorded and not run. */
export async function testingImports(pool: ImportKit['pool']) {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-imports-'))
  const settings = { dataDir, filesUrl: undefined }
  const files = await makeFileStore(settings)
  const enqueued: number[] = []
  const kit: ImportKit = {
    pool,
    files,
    settings,
    batchRows: 500,
    enqueue: async (_db, _owner, id) => void enqueued.push(id),
  }
  /** A file as the server has it once it has come in. */
  const stored = async (content: string | Uint8Array, name = 'people.csv') => {
    const bytes = Buffer.from(content as Uint8Array)
    const key = randomUUID().replaceAll('-', '')
    await files.put(key, bytes)
    return {
      key,
      name,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('base64url'),
      head: bytes.subarray(0, 256 * 1024),
      isUtf8: isUtf8(bytes),
      keep: () => {},
    }
  }
  return { kit, enqueued, stored, close: () => rmSync(dataDir, { recursive: true, force: true }) }
}

type Imports = Awaited<ReturnType<typeof testingImports>>
type Asked = Partial<Parameters<typeof takeList>[3]> & { limits?: typeof LIMITS }

/**
 * A shop for all tests of a file, with a new customer and an empty list before each of them, and what
 * they do with it.
 */
export function customerWithList() {
  const opened = {} as { shops: Shops; imports: Imports; dana: Customer; item: CardItemWire }
  beforeAll(async () => {
    opened.shops = await openShops()
    opened.imports = await testingImports(opened.shops.pool)
  })
  afterAll(async () => {
    await opened.shops.close()
    opened.imports.close()
  })
  beforeEach(async () => {
    opened.dana = await opened.shops.signIn(opened.shops.here)
    opened.item = await opened.shops.draft(opened.dana, { denomination_cents: 5_000 })
  })

  const page = (asked: object = {}) =>
    listPeople(opened.shops.pool, opened.dana, {
      card_item_id: opened.item.id,
      page: 1,
      page_size: 200,
      ...asked,
    })
  const given = ({ limits, ...asked }: Asked) => ({ card_item_id: opened.item.id, ...asked })
  return {
    /** As they are now: each test has its own customer and card. */
    now: opened,
    take: async (content: string | Uint8Array, asked: Asked = {}, name?: string) => {
      const { kit, stored } = opened.imports
      return takeList(kit, opened.dana, asked.limits ?? LIMITS, given(asked), await stored(content, name))
    },
    paste: (text: string) => takeList(opened.imports.kit, opened.dana, LIMITS, given({ text }), undefined),
    start: (id: number, again = false) => beginReading(opened.imports.kit, opened.dana, LIMITS, id, again),
    told: (id: number) => readImport(opened.imports.kit, opened.dana, LIMITS, id),
    stop: (id: number) => stopImport(opened.imports.kit, opened.dana, LIMITS, id),
    /** As the job does, for so many batches. */
    run: (id: number, batches = Number.POSITIVE_INFINITY) => {
      let left = batches
      const kit = { ...opened.imports.kit, isStopping: () => --left <= 0 }
      return runImport(kit, opened.dana.siteId, id)
    },
    errorsFile: async (id: number, i18n = textsOf('en')) =>
      text((await errorsFileOf(opened.shops.pool, opened.dana, id, i18n)).stream),
    page,
    people: async (asked: object = {}) => (await page(asked)).results,
    /** Everybody on a list, however many. */
    async everybody(itemId = opened.item.id) {
      const all = []
      for (let n = 1; ; n += 1) {
        const results = (await page({ card_item_id: itemId, page: n })).results
        all.push(...results)
        if (results.length < 200) return all
      }
    },
    add: (change: Partial<RecipientValues> = {}) => opened.shops.add(opened.dana, opened.item, change),
    change: (id: number, change: Parameters<typeof changePerson>[4]) =>
      changePerson(opened.shops.pool, opened.dana, LIMITS, id, change),
    changeCard: (change: Parameters<typeof changeCardItem>[4]) =>
      changeCardItem(opened.shops.pool, opened.dana, LIMITS, opened.item.id, change),
    /** For the site's own limits, which a reading job asks for. */
    setLimits: (limits: typeof LIMITS) =>
      opened.shops.pool
        .updateTable('sites')
        .set({ limits: json(limits) })
        .where('id', '=', opened.dana.siteId)
        .execute(),
  }
}
