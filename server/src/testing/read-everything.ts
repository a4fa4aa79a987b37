import { freezeView, listTables, quoted, readRows } from '../backup/tables.ts'
import type { Pool } from '../database/database.ts'

/** Rows as text, by table. */
export type Everything = Record<string, string[]>

/** Every row of every table, as text. */
export async function readEverything(pool: Pool): Promise<Everything> {
  return pool.transaction().execute(async (view) => {
    await freezeView(view)
    const sites = await view.selectFrom('sites').select('id').execute()
    const everything: Everything = {}
    for (const table of await listTables(view)) {
      const rows: string[] = []
      const siteIds = sites.map(({ id }) => String(id))
      for await (const batch of readRows(view, table, siteIds, () => {})) {
        rows.push(
          ...JSON.parse(batch.toString()).map((row: object) => JSON.stringify(Object.entries(row).sort())),
        )
      }
      everything[quoted(table)] = rows.sort()
    }
    return everything
  })
}
