/**
 * The baseline for the product's figures: just Fastify and one indexed SELECT, or a five-query transaction, on
 * the same database.
 */
import { PGlite } from '@electric-sql/pglite'
import Fastify from 'fastify'
import pg from 'pg'

const { PORT, DATABASE_URL } = process.env
const setup = `
  drop table if exists floor_rows;
  create table floor_rows (id int primary key, name text not null, note text not null default '');
  insert into floor_rows select n, 'row ' || n from generate_series(1, 10000) n;
  analyze floor_rows;`

type Run = (text: string, values?: unknown[]) => Promise<unknown[]>
type Floor = { read: Run; transaction(work: (run: Run) => Promise<void>): Promise<void> }

async function open(): Promise<Floor> {
  if (!DATABASE_URL) {
    const db = new PGlite()
    await db.exec(setup)
    return {
      read: async (text, values) => (await db.query(text, values)).rows,
      transaction: (work) =>
        db.transaction((tx) =>
          work(async (text, values) => (await tx.query(text, values)).rows),
        ) as Promise<void>,
    }
  }
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16 })
  await pool.query(setup)
  return {
    read: async (text, values) => (await pool.query(text, values)).rows,
    async transaction(work) {
      const client = await pool.connect()
      await client.query('begin')
      await work(async (text, values) => (await client.query(text, values)).rows)
      await client.query('commit')
      client.release()
    },
  }
}

const db = await open()
const app = Fastify()
const anyId = () => 1 + Math.floor(Math.random() * 10_000)
app.get('/read', async () => (await db.read('select * from floor_rows where id = $1', [anyId()]))[0])
app.get('/transaction', async () => {
  await db.transaction(async (run) => {
    const id = anyId()
    await run('select * from floor_rows where id = $1 for update', [id])
    await run('update floor_rows set note = $2 where id = $1', [id, 'seen'])
    await run('select count(*) from floor_rows where id between $1 and $1 + 10', [id])
  })
  return { ok: true }
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
console.info('floor: ready')
