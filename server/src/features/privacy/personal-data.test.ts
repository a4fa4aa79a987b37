import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '../../database/generated/tables.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { ACCOUNT_DATA } from './account-data.ts'
import { classesOf, PERSONAL, type Register, type Unclassified } from './personal-data.ts'
import { SITE_DATA } from './site-data.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const REGISTER: Register = { ...SITE_DATA, ...ACCOUNT_DATA }
/** Written by the migration runner, the queue, and the distribution, without anything about people. */
const WITHOUT_PEOPLE = /(^|\.)kysely_migration|^foreign_keys_taken_off\.|^pgboss\.(?!job\.(data|output)$)/

async function columnsOfTheDatabase(): Promise<string[]> {
  const tables = await world.kit.pool.introspection.getTables()
  return tables
    .filter(({ isView }) => !isView)
    .flatMap(({ schema, name, columns }) =>
      columns.map((column) => `${schema === 'public' ? '' : `${schema}.`}${name}.${column.name}`),
    )
    .filter((column) => !WITHOUT_PEOPLE.test(column))
}

describe('the register of personal data', () => {
  test('classifies every column that the types know', () => {
    const complete: [Unclassified<typeof SITE_DATA, Tables>] extends [never] ? true : false = true
    expect(complete).toBe(true)
  })

  test('classifies every column of the database once, and no other', async () => {
    const listed = Object.entries(REGISTER).flatMap(([table, { fate: _, ...classes }]) =>
      Object.values(classes)
        .flat()
        .flatMap((columns) => columns.split(' ').map((column) => `${table}.${column}`)),
    )
    expect(listed.sort()).toEqual((await columnsOfTheDatabase()).sort())
  })

  test('says what happens to each table with personal data', () => {
    const unsaid = Object.entries(REGISTER).filter(
      ([, data]) =>
        data.fate === undefined && [...classesOf(data).values()].some((name) => PERSONAL.includes(name)),
    )
    expect(unsaid.map(([table]) => table)).toEqual([])
  })
})
