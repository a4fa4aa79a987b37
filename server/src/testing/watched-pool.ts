import type { Pool } from '../database/database.ts'

/**
 * The same pool, where each query is shown to `watch` before it is sent, which may throw in its place.
 *
 * @param own what its connections have in place of theirs
 */
export function watchedPool(
  pool: Pool,
  watch: (query: string, parameters: readonly unknown[]) => void,
  own: Record<string, unknown> = {},
): Pool {
  const executor = pool.getExecutor()
  type Query = { sql: string; parameters: readonly unknown[] }
  type Connection = { executeQuery(query: Query): Promise<unknown> }
  type Provide = (use: (connection: Connection) => unknown) => unknown
  const provideConnection: Provide = (use) =>
    (executor.provideConnection as unknown as Provide).call(executor, (connection) =>
      use(
        withOwn(connection, {
          ...own,
          executeQuery: async (query: Query) => {
            watch(query.sql, query.parameters)
            return connection.executeQuery(query)
          },
        }),
      ),
    )
  return withOwn(pool, { getExecutor: () => withOwn(executor, { provideConnection }) })
}

function withOwn<T extends object>(target: T, own: Record<string, unknown>): T {
  return new Proxy(target, {
    has: (_, name) => name in own || name in target,
    get(_, name) {
      if (typeof name === 'string' && name in own) return own[name]
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
