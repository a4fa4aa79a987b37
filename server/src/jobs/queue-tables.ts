/** What pg-boss keeps, in its own schema, for `db.withTables<QueueTables>()`. */
export type QueueTables = {
  'pgboss.job': {
    id: string
    name: string
    state: string
    data: Record<string, unknown>
    output: unknown
    policy: string | null
    retry_limit: number
    retry_count: number
    blocked: boolean
    start_after: Date
    created_on: Date
    completed_on: Date | null
  }
}
