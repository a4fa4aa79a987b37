import type { Compilable, CompiledQuery } from 'kysely'
import { siteNaming } from './by-site.ts'
import type { Db } from './database.ts'

/**
 * A query that is built and compiled once, for large ones that run often (docs/decisions/0045). `build` gets
 * placeholders for its values and may only put them into the query: it runs before there are any.
 */
export function prepared<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  /** A distributed database's queries name the site in more places. */
  const compiledBy = new WeakMap<object, CompiledQuery<Row>>()
  return async (db, given) => {
    const naming = siteNaming(db) ?? PLAIN
    const compiled = compiledBy.get(naming) ?? build(db, placeholders<Given>()).compile()
    compiledBy.set(naming, compiled)
    const values = new Map(Object.entries(given))
    const parameters = compiled.parameters.map((one) =>
      one instanceof Placeholder ? values.get(one.name) : one,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/**
 * The same for a query that writes varying columns: built once for each set of columns. `build` gets a
 * placeholder for each column.
 */
export function preparedByColumns<Given extends object, Columns extends object, Row>(
  build: (db: Db, given: Given, columns: Columns) => Compilable<Row>,
): (db: Db, given: Given, columns: Columns) => Promise<Row[]> {
  const bySet = new Map<string, (db: Db, given: Given & Columns) => Promise<Row[]>>()
  return (db, given, columns) => {
    const written = Object.entries(columns).filter(([, value]) => value !== undefined)
    const names = written.map(([name]) => name)
    const set = names.join()
    const query =
      bySet.get(set) ??
      prepared<Given & Columns, Row>((on, all) => build(on, all, placeholders<Columns>(names)))
    bySet.set(set, query)
    return query(db, { ...given, ...columns })
  }
}

const PLAIN = {}

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  [Symbol.toPrimitive]() {
    throw new Error(`A prepared query can't compute with ${this.name}`)
  }
}

/** @param names of values that may be spread */
function placeholders<Given extends object>(names?: readonly string[]): Given {
  return new Proxy({} as Given, {
    get: (_, name) => new Placeholder(String(name)),
    ownKeys: () => {
      if (names === undefined) throw new Error('A prepared query names each of its values')
      return [...names]
    },
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}
