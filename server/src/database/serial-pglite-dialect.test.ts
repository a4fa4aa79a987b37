import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openInMemory, openPGlite } from './open-database.ts'

test('requests that don’t need the database run between those that wait for it', async () => {
  const { db, close } = await openInMemory()
  await sql`select 1`.execute(db)
  let isOver = false
  let letIn = 0
  const knock = () => {
    letIn += 1
    if (!isOver) setImmediate(knock)
  }
  setImmediate(knock)
  await Promise.all(
    Array.from({ length: 200 }, () => sql`select count(*) from generate_series(1, 4000)`.execute(db)),
  )
  isOver = true
  await close()
  expect(letIn).toBeGreaterThan(5)
})

test('a transaction that ignores a failed query fails, because nothing is committed', async () => {
  const { db, close } = await openInMemory()
  const ignoring = db.transaction().execute(async (tx) => {
    await sql`create table half (done int)`.execute(tx)
    await sql`select * from nowhere`.execute(tx).catch(() => {})
  })
  await expect(ignoring).rejects.toThrow('rolled back instead of committed')
  const after = db.transaction().execute((tx) => sql`select * from half`.execute(tx))
  await expect(after).rejects.toThrow('does not exist')
  await close()
})

test('a query of a database that was closed fails, and nothing else does', async () => {
  const pglite = new PGlite()
  const { db } = openPGlite(pglite)
  await sql`select 1`.execute(db)
  await pglite.close()
  await expect(sql`select 1`.execute(db)).rejects.toThrow()
})
