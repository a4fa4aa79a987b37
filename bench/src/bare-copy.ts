import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

const COLUMNS = `site_id, card_item_id, position, first_name, last_name, email, address1, address2, city, state, zip,
  amount_cents, message, problems, needs_attention, codes, person_key, import_id, import_row, source`
const COPY = `copy card_recipient_details (${COLUMNS}) from`

/** One line per person of a list, in COPY's text format. */
function linesOf(itemId: number): string {
  const cells = COLUMNS.split(',').map((column) => {
    const text = `replace(replace(${column.trim()}::text, E'\\\\', E'\\\\\\\\'), E'\\t', E'\\\\t')`
    return `coalesce(${text}, E'\\\\N')`
  })
  return `select concat_ws(E'\\t', ${cells.join(', ')}) as line from card_recipient_details
    where card_item_id = ${itemId} order by position`
}

const emptied = (itemId: number) => `delete from card_recipient_details where card_item_id = ${itemId}`
const whole = (rows: unknown[]) => `${(rows as Array<{ line: string }>).map(({ line }) => line).join('\n')}\n`

/** Seconds a bare COPY takes to write the people of a list back into their table, indexes included. */
export async function copyOnPostgres(databaseUrl: string, itemId: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const text = whole((await client.query(linesOf(itemId))).rows)
    await client.query(emptied(itemId))
    await client.query('vacuum analyze card_recipient_details')
    const began = performance.now()
    await new Promise<void>((resolve, reject) => {
      client.query(new CopyIn(`${COPY} stdin`, Buffer.from(text), resolve, reject) as never)
    })
    return (performance.now() - began) / 1000
  } finally {
    await client.end()
  }
}

/** Like {@link copyOnPostgres}, on an embedded database that no other process has open. */
export async function copyOnPglite(dataDir: string, itemId: number): Promise<number> {
  const pglite = await PGlite.create(join(dataDir, 'database'))
  try {
    const text = whole((await pglite.query(linesOf(itemId))).rows)
    await pglite.exec(emptied(itemId))
    await pglite.exec('vacuum analyze card_recipient_details')
    const began = performance.now()
    await pglite.query(`${COPY} '/dev/blob'`, [], { blob: new Blob([text]) })
    return (performance.now() - began) / 1000
  } finally {
    await pglite.close()
  }
}

type Connection = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** What pg needs of a query, for a COPY whose bytes are in memory. */
class CopyIn {
  readonly #text: string
  readonly #bytes: Buffer
  readonly #resolve: () => void
  readonly #reject: (cause: unknown) => void

  constructor(text: string, bytes: Buffer, resolve: () => void, reject: (cause: unknown) => void) {
    this.#text = text
    this.#bytes = bytes
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Connection) {
    connection.query(this.#text)
  }

  handleCopyInResponse(connection: Connection) {
    for (let at = 0; at < this.#bytes.length; at += 64_000) {
      connection.sendCopyFromChunk(this.#bytes.subarray(at, at + 64_000))
    }
    connection.endCopyFrom()
  }

  handleCommandComplete() {}

  handleReadyForQuery() {
    this.#resolve()
  }

  handleError(cause: unknown) {
    this.#reject(cause)
  }
}
