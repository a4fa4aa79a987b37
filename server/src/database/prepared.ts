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

function placeholders<Given extends object>(): Given {
  return new Proxy({} as Given, {
    get: (_, name) => new Placeholder(String(name)),
    ownKeys: () => {
      throw new Error('A prepared query names each of its values')
    },
  })
}
