import { expect, onTestFinished, test } from 'vitest'
import { distribute } from '../../database/distribute.ts'
import { type OpenDatabase, openDatabase } from '../../database/open-database.ts'
import { makeFolder, makeInstallation, PASSPHRASE, restore, shopperOf } from '../../testing/backup-world.ts'
import { makeCitusDatabase } from '../../testing/citus.ts'
import { readEverything } from '../../testing/read-everything.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { makeWorld } from '../../testing/world.ts'
import { runBackup } from './run-backup.ts'

test.skipIf(!process.env.TEST_CITUS_URL)(
  'a backup of a cluster is restored to one database, and to a cluster',
  async () => {
    const source = await makeInstallation('PGlite')
    const cluster = await openTestDatabase()
    const world = await makeWorld({ DATA_DIR: source.config.dataDir }, cluster)
    onTestFinished(() => world.close())
    const order = shopperOf(world, await world.signIn())
    await order()
    const config = { ...source.config, databaseUrl: cluster.url }
    const { address, rows } = await runBackup(config, PASSPHRASE)
    const was = await readEverything(cluster.db)

    const compare = async ({ db, close }: OpenDatabase) => {
      const is = await readEverything(db).finally(close)
      for (const name of ['orders', 'payments', 'ledger_entries', 'audit_entries', 'sites', 'customers']) {
        expect(is[`"public"."${name}"`], name).toEqual(was[`"public"."${name}"`])
        expect(is[`"public"."${name}"`], name).not.toEqual([])
      }
    }
    const single = await makeInstallation('PGlite')
    expect(await restore(address, single.config)).toMatchObject({ rows, sites: 2 })
    await compare(await single.open())

    const { url, drop } = await makeCitusDatabase(process.env.TEST_CITUS_URL!)
    onTestFinished(drop)
    const another = { ...single.config, dataDir: makeFolder(), databaseUrl: url }
    expect(await restore(address, another)).toMatchObject({ rows, sites: 2 })
    const opened = await openDatabase({ ...another, databasePool: 1 })
    await distribute(opened.db, () => {})
    await compare(opened)
  },
)
