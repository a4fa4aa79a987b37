import type { Pool } from '../database/database.ts'

/**
 * The same pool, where each query is shown to `watch` before it is sent, which may throw in its place.
 */
export function watchedPool(pool: Pool, watch: (query: string) => void): Pool {
  const executor = pool.getExecutor()
  type Connection = { executeQuery(query: { sql: string }): Promise<unknown> }
  type Provide = (use: (connection: Connection) => unknown) => unknown
  const provideConnection: Provide = (use) =>
    (executor.provideConnection as unknown as Provide).call(executor, (connection) =>
      use(
        withOwn(connection, {
          executeQuery: async (query: { sql: string }) => {
            watch(query.sql)
            return connection.executeQuery(query)
          },
        }),
      ),
    )
  return withOwn(pool, { getExecutor: () => withOwn(executor, { provideConnection }) })
}

function withOwn<T extends object>(target: T, own: Record<string, unknown>): T {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'string' && name in own) return own[name]
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
