import { mkdirSync } from 'node:fs'
import { type Identity, migrateIdentity, mountIdentity } from '@laurel/identity'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { migrate } from './database/migrate.ts'
import type { OpenDatabase } from './database/open-database.ts'
import { type DemoAccounts, seedDemo } from './demo/seed-demo.ts'
import { addressRoutes } from './features/addresses/addresses.routes.ts'
import { cardItemRoutes } from './features/card-items/card-items.routes.ts'
import { catalogRoutes } from './features/catalog/catalog.routes.ts'
import { customerRoutes } from './features/customers/customers.routes.ts'
import { makeIdTokens } from './features/customers/id-tokens.ts'
import { makeKnownCustomers } from './features/customers/known-customers.ts'
import { fileRoutes } from './features/files/files.routes.ts'
import { makeFileStore } from './features/files/local-file-store.ts'
import { deliverCode, mailHandlers, mailJobs } from './features/mail/mail.jobs.ts'
import { orderRoutes } from './features/orders/orders.routes.ts'
import { makeConvergeGateway } from './features/payments/converge-gateway.ts'
import type { PaymentGateway } from './features/payments/payment-gateway.ts'
import { paymentHandlers, paymentJobs } from './features/payments/payments.jobs.ts'
import { paymentRoutes } from './features/payments/payments.routes.ts'
import { ensurePools } from './features/sites/accounts-pools.ts'
import { siteRoutes } from './features/sites/sites.routes.ts'
import { makeSites } from './features/sites/sites.service.ts'
import { staffRoutes } from './features/staff/staff.routes.ts'
import { makeApp } from './http/app.ts'
import { siteFilesAndPages } from './http/pages.ts'
import { makeServe } from './http/serve.ts'
import { housekeepingHandler, housekeepingJob } from './jobs/housekeeping.jobs.ts'
import { startJobs } from './jobs/jobs.ts'
import type { Kit } from './kit.ts'
import { readKeys } from './secrets/keys.ts'

export type Laurel = {
  app: FastifyInstance
  kit: Kit
  identity: Identity
  /** Set only by the start that filled an empty database with the demo. */
  demo: DemoAccounts | undefined
  close(): Promise<void>
}

export type Replacements = { gateway?: PaymentGateway; now?: () => Date }

/**
 * Builds the whole server on an open database: schema, accounts, queue, features, pages. It does
 * not listen yet. Tests build the same, with a clock and a payment gateway of their own.
 */
export async function makeLaurel(
  config: Config,
  database: OpenDatabase,
  replace: Replacements = {},
): Promise<Laurel> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const pool = database.db
  const keys = readKeys(config.dataDir, config.secret)
  const now = replace.now ?? (() => new Date())
  await migrate(pool)
  await migrateIdentity(pool)

  const app = await makeApp(config)
  const jobs = await startJobs(
    database,
    config.databaseUrl,
    [...mailJobs, ...paymentJobs, housekeepingJob],
    (error) => app.log.error(error),
    config.withWorker,
  )
  const kit: Kit = {
    config,
    pool,
    jobs,
    keys,
    sites: makeSites(pool),
    files: await makeFileStore(config),
    gateway: replace.gateway ?? makeConvergeGateway(config.payment, app.log),
    now,
  }
  const identity = await mountIdentity(app, {
    db: pool,
    origin: config.publicOrigin,
    secrets: { pepper: keys.pepper, sealKey: keys.identitySeal },
    deliver: deliverCode(jobs, keys),
    now,
  })
  const demo = config.demo ? await seedDemo({ pool, keys, identity, config }) : undefined
  await ensurePools(pool, identity)

  serveFeatures(app, kit, identity)
  await siteFilesAndPages(app, kit)
  if (config.withWorker) {
    await jobs.work([...mailHandlers(kit), ...paymentHandlers(kit), housekeepingHandler(kit, identity)])
  }

  return {
    app,
    kit,
    identity,
    demo,
    close: async () => {
      await app.close()
      await jobs.stop()
      await database.close()
    },
  }
}

function serveFeatures(app: FastifyInstance, kit: Kit, identity: Identity) {
  const { pool, sites, keys, files, config } = kit
  const idTokens = makeIdTokens(
    config.identity === undefined
      ? {
          issuerOf: identity.issuer,
          publicKeys: identity.publicKeys,
          isSessionRevoked: identity.isSessionRevoked,
        }
      : config.identity,
  )
  const serve = makeServe(app, {
    pool,
    sites,
    idTokens,
    customers: makeKnownCustomers(pool),
    now: kit.now,
    sealKey: keys.dataSeal,
  })
  siteRoutes(serve, config.identity === undefined)
  catalogRoutes(serve, pool)
  customerRoutes(serve, pool, keys)
  addressRoutes(serve, pool)
  fileRoutes(serve, pool, files)
  cardItemRoutes(serve, { pool, files, log: app.log })
  orderRoutes(serve, kit)
  paymentRoutes(serve, app, kit)
  staffRoutes(serve, kit)
}
