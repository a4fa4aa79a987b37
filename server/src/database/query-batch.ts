/// <reference path="./pg-utils.d.ts" />
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

export type Answer = { command: string; rowCount: number | null; rows: unknown[] }

/** How the answer of a query is read: its columns, and the parser of each. */
type Shape = { empty: object; columns: { name: string; parse: (text: string) => unknown }[] }

type Asked = {
  text: string
  name: string
  values: (string | Buffer | null)[]
  answer: PromiseWithResolvers<Answer>
  shape: Shape | undefined
  command: string
  rowCount: number | null
  rows: unknown[]
  failure: unknown
}

/** The queries that were sent to a connection by name. */
export class KnownQueries {
  /** Answered before: PostgreSQL has the query, and its columns stay the same. */
  readonly shapes = new Map<string, Shape>()
  /** Sent, but maybe not processed yet. */
  readonly sent = new Set<string>()
}

const NO_COLUMNS: Shape = { empty: {}, columns: [] }
const IN_FAILED_TRANSACTION = '25P02'

/**
 * Queries that are sent in one packet and answered in one. The driver would end each with a message of its own,
 * after which PostgreSQL sends its answer, and would ask for the columns of the answer each time. If one fails,
 * PostgreSQL skips those behind it.
 */
export class QueryBatch extends pg.Query {
  readonly #known: KnownQueries
  readonly #all: Asked[] = []
  #answered = 0
  /** Ends the driver's timeout. */
  callback: ((cause?: unknown) => void) | undefined

  constructor(known: KnownQueries) {
    super('')
    this.#known = known
    this.callback = undefined
  }

  /** @param name empty for a query that is planned each time */
  add(text: string, name: string, parameters: readonly unknown[]): Promise<Answer> {
    const values = parameters.map((value) => prepareValue(value))
    const answer = Promise.withResolvers<Answer>()
    const before = { shape: undefined, command: '', rowCount: null, rows: [], failure: undefined }
    this.#all.push({ text, name, values, answer, ...before })
    return answer.promise
  }

  override submit = (connection: pg.Connection): void => {
    const { shapes, sent } = this.#known
    for (const asked of this.#all) {
      const { text, name, values } = asked
      asked.shape = shapes.get(name)
      const isNew = asked.shape === undefined
      if (isNew) {
        // PostgreSQL has it if it failed only when it ran.
        if (sent.has(name)) connection.close({ type: 'S', name }, true)
        if (name !== '') sent.add(name)
        connection.parse({ name, text, types: [] }, true)
      }
      connection.bind({ statement: name, values }, true)
      if (isNew) connection.describe({ type: 'P', name: '' }, true)
      connection.execute(null, true)
    }
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID),
    }))
    const empty = Object.fromEntries(columns.map(({ name }) => [name, null]))
    this.#current.shape = { empty, columns }
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { shape = NO_COLUMNS, rows } = this.#current
    const row: Record<string, unknown> = { ...shape.empty }
    try {
      for (const [i, text] of fields.entries()) {
        const { name, parse } = shape.columns[i]!
        if (text !== null) row[name] = parse(text)
      }
      rows.push(row)
    } catch (cause) {
      this.#current.failure = cause
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const asked = this.#current
    const [command = '', ...counts] = text.split(' ')
    asked.command = command
    asked.rowCount = counts.length === 0 ? null : Number(counts.at(-1))
    if (asked.name !== '') this.#known.shapes.set(asked.name, asked.shape ?? NO_COLUMNS)
    this.#answered += 1
  }

  handleReadyForQuery(): void {
    this.callback?.()
    for (const asked of this.#all) settle(asked)
  }

  /** A failed query, or a lost connection. */
  handleError(cause: Error): void {
    this.callback?.(cause)
    for (const asked of this.#all.slice(0, this.#answered)) settle(asked)
    const [failed, ...skipped] = this.#all.slice(this.#answered)
    failed?.answer.reject(cause)
    for (const { answer } of skipped) answer.reject(isFromQuery(cause) ? skippedAfter(cause) : cause)
  }

  get #current(): Asked {
    return this.#all[this.#answered]!
  }
}

function settle({ answer, failure, command, rowCount, rows }: Asked): void {
  if (failure === undefined) answer.resolve({ command, rowCount, rows })
  else answer.reject(failure)
}

function isFromQuery(cause: Error): boolean {
  return cause instanceof pg.DatabaseError && cause.severity === 'ERROR'
}

/** What PostgreSQL answers in a transaction that has failed. */
function skippedAfter(cause: Error): Error {
  const message = 'current transaction is aborted, commands ignored until end of transaction block'
  return Object.assign(new Error(message, { cause }), { code: IN_FAILED_TRANSACTION })
}
