import { mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Identity, migrateIdentity } from '@laurel/identity'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Pool } from './database/database.ts'
import { makeGuards } from './database/guards.ts'
import { lastMigration, migrate } from './database/migrate.ts'
import type { OpenDatabase } from './database/open-database.ts'
import { Replica } from './database/replica.ts'
import { joinServers } from './database/running-servers.ts'
import { followDatabaseClock, machineClock } from './database/shared-clock.ts'
import { type DemoAccounts, seedDemo } from './demo/seed-demo.ts'
import {
  chainEvents,
  chainEventsHandler,
  chainingLeft,
  chainLeftEvents,
} from './features/accounts/chain-account-events.ts'
import { linkedServiceRoutes } from './features/accounts/linked-services.routes.ts'
import { openOwnAccounts } from './features/accounts/own-accounts.ts'
import { recoveryCodeRoutes } from './features/accounts/recovery-codes.routes.ts'
import { addressRoutes } from './features/addresses/addresses.routes.ts'
import { approvalHandlers } from './features/approval-requests/approval-jobs.handlers.ts'
import { approvalJobs } from './features/approval-requests/approval-jobs.ts'
import { approvalRequestRoutes } from './features/approval-requests/approval-requests.routes.ts'
import { passOnApprovals } from './features/approval-requests/ask.ts'
import { approvalRuleRoutes } from './features/approvals/approvals.routes.ts'
import { assistantRoutes } from './features/assistants/assistants.routes.ts'
import { balanceOffice, balanceRoutes } from './features/balance/balance.routes.ts'
import { batchHandlers, batchJobs } from './features/batches/batches.jobs.ts'
import { batchRoutes } from './features/batches/batches.office.ts'
import { budgetRoutes } from './features/budgets/budgets.routes.ts'
import { cardItemRoutes } from './features/card-items/card-items.routes.ts'
import { makeCallBudgets, shareCallBudgets } from './features/carriers/call-budget.ts'
import { type Carriers, makeCarriers } from './features/carriers/carriers.ts'
import { catalogRoutes } from './features/catalog/catalog.routes.ts'
import { makeCatalog } from './features/catalog/catalog.service.ts'
import { paymentHandlers, paymentJobs } from './features/checkout/checkout.jobs.ts'
import { paymentRoutes } from './features/checkout/checkout.routes.ts'
import { companyRoutes } from './features/companies/companies.routes.ts'
import { checkDomains, checkingDomains } from './features/companies/domains.jobs.ts'
import { shareOrders, shareOrdersHandler } from './features/companies/share-orders.jobs.ts'
import { conversationRoutes } from './features/conversations/conversations.routes.ts'
import { customerFileRoutes } from './features/customer-files/customer-files.routes.ts'
import { scanFiles, scanningFiles } from './features/customer-files/scan-files.jobs.ts'
import { sweepFiles, sweepingFiles } from './features/customer-files/sweep-files.jobs.ts'
import { closeCustomer, closeCustomerHandler } from './features/customers/close-customer.jobs.ts'
import { customerRoutes } from './features/customers/customers.routes.ts'
import {
  type AskedSession,
  type IdTokens,
  makeIdTokens,
  type TokenSource,
} from './features/customers/id-tokens.ts'
import { makeKnownCustomers } from './features/customers/known-customers.ts'
import { type CardPictures, makeCardPictures } from './features/deliveries/card-pictures.ts'
import { claimRoutes } from './features/deliveries/claims.routes.ts'
import { cardOnPage } from './features/deliveries/claims.service.ts'
import { deliveryHandlers, deliveryJobs } from './features/deliveries/deliveries.jobs.ts'
import { officeDeliveryRoutes } from './features/deliveries/deliveries.office.ts'
import { deliveryRoutes } from './features/deliveries/deliveries.routes.ts'
import { simulateOrders } from './features/deliveries/fulfillment-jobs.ts'
import { deliveryListeners } from './features/deliveries/order-listeners.ts'
import { documentRoutes } from './features/documents/documents.routes.ts'
import { makeScanner } from './features/files/clamd.ts'
import { fileRoutes } from './features/files/files.routes.ts'
import { makeFileStore } from './features/files/local-file-store.ts'
import { importHandlers, importJobs, importKitOf, resumeImports } from './features/imports/imports.jobs.ts'
import { importRoutes } from './features/imports/imports.routes.ts'
import { makeEmbeddedIssuer } from './features/issuing/embedded-issuer.ts'
import type { IssuingGateway } from './features/issuing/issuing-gateway.ts'
import { mailHandlers, mailJobs } from './features/mail/mail.jobs.ts'
import { makeMailer } from './features/mail/mailer.ts'
import { makeResolveTxt, type ResolveTxt } from './features/mail/sender-records.ts'
import { makeFindSender } from './features/mail/site-sender.ts'
import { mcpRoutes } from './features/mcp/mcp.routes.ts'
import { refundHandlers } from './features/money/carry-out-refund.ts'
import { moneyRoutes } from './features/money/money.office.ts'
import { remindingOfUnpaid, remindOfPayments } from './features/money/reminders.jobs.ts'
import { myOrderRoutes } from './features/my-orders/my-orders.routes.ts'
import {
  tellBalanceMoved,
  tellBudgetUsed,
  tellCompanyChanged,
  tellListNotSynced,
  tellProgramStuck,
  tellReportFailed,
} from './features/notices/company-listeners.ts'
import { mailNews } from './features/notices/news-mail.jobs.ts'
import { mailingNotices, mailNotices } from './features/notices/notices.jobs.ts'
import { noticeRoutes } from './features/notices/notices.routes.ts'
import { tellOrderMoved, tellRefundDone } from './features/notices/order-listeners.ts'
import { newsMailHandler } from './features/notices/send-news-mail.ts'
import { officeOrderRoutes } from './features/order-desk/orders.office.ts'
import { orderMailHandlers } from './features/order-mails/order-mails.handlers.ts'
import { makeConvergeGateway } from './features/payments/converge-gateway.ts'
import { addWaysToPay } from './features/payments/office-providers.service.ts'
import type { PaymentGateway } from './features/payments/payment-gateway.ts'
import {
  syncingListFiles,
  syncListFileHandler,
  syncListFileNow,
  syncListFiles,
} from './features/people-files/people-files.jobs.ts'
import { peopleFileRoutes } from './features/people-files/people-files.routes.ts'
import { placeOrderRoutes } from './features/place-order/place-order.routes.ts'
import { makeAmazonPlaces } from './features/places/amazon-places.ts'
import { placesRoutes } from './features/places/places.routes.ts'
import { platformRoutes } from './features/platform/platform.routes.ts'
import { eraseApproved, erasureHandler } from './features/privacy/erasures.service.ts'
import { retirePeople, retiringPeople } from './features/privacy/retention.jobs.ts'
import {
  runningPrograms,
  runProgramHandler,
  runProgramNow,
  runPrograms,
} from './features/programs/programs.jobs.ts'
import { programRoutes } from './features/programs/programs.routes.ts'
import { recipientListRoutes } from './features/recipient-lists/recipient-lists.routes.ts'
import { carryOutRefund, carryOutRefunds } from './features/refunds/refund-jobs.ts'
import { reportHandlers, reportJobs } from './features/reports/reports.jobs.ts'
import { reportRoutes } from './features/reports/reports.routes.ts'
import { setupRoutes } from './features/setup/setup.routes.ts'
import { makeEmptyCheck } from './features/setup/setup-links.ts'
import { mailTextTest, mailTextTestHandler } from './features/site-settings/mail-text-test.ts'
import { ensurePools } from './features/sites/accounts-pools.ts'
import { makeSocial } from './features/sites/site-social.ts'
import { siteRoutes } from './features/sites/sites.routes.ts'
import { makeSites } from './features/sites/sites.service.ts'
import { moveStaff } from './features/staff/move-staff.ts'
import { ensureOperatorPool } from './features/staff/operators.ts'
import { staffRoutes } from './features/staff/sign-in.office.ts'
import { ensureStaffPools } from './features/staff/staff-pool.ts'
import { answerBackups } from './features/system/backup-runs.repo.ts'
import { backupHandler, backupJob } from './features/system/backups.jobs.ts'
import { compareFiles, comparingFiles } from './features/system/compare-files.jobs.ts'
import { healthRoutes, LIVE } from './features/system/health.routes.ts'
import { LAUREL_VERSION } from './features/system/health.ts'
import { housekeepingHandler, housekeepingJob } from './features/system/housekeeping.jobs.ts'
import { mailOpenInvoices, openInvoicesHandler } from './features/terms/open-invoices.jobs.ts'
import { remindingOfInvoices, remindOfInvoices } from './features/terms/reminders.jobs.ts'
import { termsOffice, termsRoutes } from './features/terms/terms.routes.ts'
import { copyOfActor } from './features/test-mode/copy-company.ts'
import { simulateHandler, simulatingMoved } from './features/test-mode/simulate.ts'
import {
  announceBalanceMoved,
  announceBudgetUsed,
  announceCompanyChanged,
  announceCompanyFounded,
} from './features/webhooks/company-listeners.ts'
import { makeGuardedRequests, type ResolveHost } from './features/webhooks/guarded-requests.ts'
import { announceOrderMoved, announceRefundDone } from './features/webhooks/order-listeners.ts'
import { connectWebhookJobs } from './features/webhooks/webhook-jobs.ts'
import { makeWebhookPost } from './features/webhooks/webhook-post.ts'
import { resumeWebhooks, webhookHandlers, webhookJobs } from './features/webhooks/webhooks.jobs.ts'
import { webhookRoutes } from './features/webhooks/webhooks.office.ts'
import { companyWebhookRoutes } from './features/webhooks/webhooks.routes.ts'
import { followMerges, yearEndHandlers, yearEndJobs } from './features/year-end/year-end.jobs.ts'
import { yearEndRoutes } from './features/year-end/year-end.routes.ts'
import { makeApp } from './http/app.ts'
import { siteFilesAndPages } from './http/pages.ts'
import { makeRedisCounts } from './http/request-counts.redis.ts'
import { exchangeCounts } from './http/request-counts.repo.ts'
import { makeRequestLimits, type RequestLimits } from './http/request-limits.ts'
import { makeServe } from './http/serve.ts'
import { type AboutJob, allHandled, type JobDefinition, startJobs } from './jobs/jobs.ts'
import type { Kit } from './kit.ts'
import { officeAdminRoutes } from './office-admin.ts'
import { connectListeners } from './order-events.ts'
import { assertSecret } from './secrets/assert-secret.ts'
import { readKeys } from './secrets/keys.ts'

export type Laurel = {
  app: FastifyInstance
  kit: Kit
  /** Undefined when a real user pool keeps the accounts. */
  identity: Identity | undefined
  /** Set only by the start that filled an empty database with the demo. */
  demo: DemoAccounts | undefined
  close(): Promise<void>
}

export type Replacements = {
  gateway?: PaymentGateway
  carriers?: Carriers
  issuing?: IssuingGateway
  now?: () => Date
  /** This machine's clock, which may be wrong. */
  machine?: () => number
  resolveHost?: ResolveHost
  resolveTxt?: ResolveTxt
  /** Takes the log's lines. */
  log?: { write(line: string): void }
  /** Gets the application before it has routes, to measure what they do. */
  watch?: (app: FastifyInstance) => Promise<void>
}

export const ALL_JOBS = [
  ...mailJobs,
  mailOpenInvoices,
  mailTextTest,
  ...paymentJobs,
  ...importJobs,
  carryOutRefund,
  carryOutRefunds,
  remindOfPayments,
  remindOfInvoices,
  closeCustomer,
  shareOrders,
  checkDomains,
  runPrograms,
  runProgramNow,
  scanFiles,
  sweepFiles,
  compareFiles,
  syncListFiles,
  syncListFileNow,
  ...approvalJobs,
  chainEvents,
  chainLeftEvents,
  ...deliveryJobs,
  simulateOrders,
  ...batchJobs,
  ...reportJobs,
  ...yearEndJobs,
  mailNotices,
  mailNews,
  ...webhookJobs,
  housekeepingJob,
  retirePeople,
  eraseApproved,
  backupJob,
]

/**
 * Builds the whole server on an open database: schema, accounts, queue, features, pages. It doesn't listen yet.
 * Tests build the same, with their own clock and payment gateway.
 */
export async function makeLaurel(
  config: Config,
  database: OpenDatabase,
  replace: Replacements = {},
): Promise<Laurel> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const pool = database.db
  const keys = readKeys(config.dataDir, config.secret)
  await migrate(pool)
  await migrateIdentity(pool)
  await assertSecret(pool, keys, config)
  if (database.calls !== undefined) answerBackups(database.calls, pool)

  // Only one process opens the embedded database: there's no other to count with.
  const redis = config.redisUrl === undefined ? undefined : await makeRedisCounts(config.redisUrl)
  const exchange = redis?.exchange ?? (database.embedded ? undefined : exchangeCounts(pool))
  const budgets = database.embedded ? undefined : shareCallBudgets(pool)
  const limits = makeRequestLimits(config.rateLimitPerMinute, { exchange })
  const app = await makeApp(config, limits, replace.log)
  await replace.watch?.(app)
  redis?.connect((sentence) => app.log.warn(sentence))
  const clock = database.embedded
    ? machineClock
    : await followDatabaseClock(pool, (sentence) => app.log.warn(sentence), replace.machine)
  const now = replace.now ?? clock.now
  const onJobError = (err: unknown, about?: AboutJob) => app.log.error({ ...about, err })
  const jobs = await startJobs(database, ALL_JOBS, onJobError, config.withWorker)
  const isConnected = ({ needs }: JobDefinition) => needs === undefined || config[needs] !== undefined
  const stopping = new AbortController()
  const about = { knows: await lastMigration(), version: LAUREL_VERSION }
  const running = database.embedded ? undefined : await joinServers(pool, about, stopWork)
  // Refuses if a newer version has just upgraded the database, which now waits for this process.
  if (running !== undefined) await migrate(pool)
  const openRequests = new Set<string>()
  app.addHook('onRequest', async ({ id, routeOptions }) => {
    if (routeOptions.url !== LIVE) running?.assertRuns()
    openRequests.add(id)
  })
  app.addHook('onResponse', async ({ id }) => {
    openRequests.delete(id)
  })
  async function stopWork() {
    app.log.warn('A newer version upgrades this database. This process answers 503 from now on: stop it.')
    while (openRequests.size > 0) await delay(50)
    stopping.abort()
    await jobs.stop()
  }
  const deliveries = deliveryListeners(jobs)
  connectListeners(pool, {
    'order.moved': [
      tellOrderMoved,
      announceOrderMoved,
      deliveries.planWhenApproved,
      simulatingMoved({ jobs }),
    ],
    'order.closing': [deliveries.stopFulfillment],
    'order.uncovered': [deliveries.cancelUnclaimed],
    'refund.done': [announceRefundDone, tellRefundDone],
    'company.founded': [announceCompanyFounded],
    'company.recorded': [
      announceCompanyChanged,
      tellCompanyChanged,
      tellProgramStuck,
      tellReportFailed,
      tellListNotSynced,
      followMerges({ jobs }),
    ],
    'budget.used': [announceBudgetUsed, tellBudgetUsed],
    'balance.moved': [announceBalanceMoved, tellBalanceMoved],
    'people.changed': [passOnApprovals({ jobs })],
  })
  connectWebhookJobs(pool, jobs)
  const requests = makeGuardedRequests({
    toPrivateHosts: config.webhooksToPrivateHosts,
    ...(replace.resolveHost && { resolveHost: replace.resolveHost }),
  })
  const parts: Omit<Kit, 'staffPools'> = {
    config,
    pool,
    replica: database.replicaDb && new Replica(pool, database.replicaDb, (message) => app.log.warn(message)),
    jobs,
    unconnectedQueues: ALL_JOBS.filter((job) => !isConnected(job)).map(({ name }) => name),
    keys,
    sites: makeSites(pool),
    social: makeSocial(config.social, config.publicOrigin, pool),
    files: await makeFileStore(config),
    scan: config.clamd && makeScanner(config.clamd),
    gateway: replace.gateway ?? makeConvergeGateway(config.payment.urls, app.log),
    carriers:
      replace.carriers ?? makeCarriers(config.carriers, app.log, () => clock.now().getTime(), budgets),
    amazonPlaces: makeAmazonPlaces(
      config.places,
      app.log,
      budgets ?? makeCallBudgets(() => clock.now().getTime()),
    ),
    requests,
    post: makeWebhookPost(requests),
    issuing: replace.issuing ?? makeEmbeddedIssuer({ pool, keys, now }),
    resolveTxt: replace.resolveTxt ?? makeResolveTxt(),
    now,
  }
  const own = await openOwnAccounts(app, parts, limits)
  const identity = config.cognito === undefined ? own : undefined
  const kit: Kit = { ...parts, staffPools: own.privatePools }
  const demo = config.demo ? await seedDemo({ ...kit, identity }) : undefined
  await addWaysToPay(pool)
  if (identity !== undefined) await ensurePools(pool, identity)
  await ensureStaffPools(pool, own.privatePools)
  await ensureOperatorPool(pool, own.privatePools)
  await moveStaff(kit)

  const pictures = makeCardPictures({ ...kit, log: app.log })
  const idTokens = makeIdTokens(tokenSource(config, pool, identity), clock.now)
  await serveFeatures(app, kit, limits, idTokens, pictures, identity)
  await siteFilesAndPages(
    app,
    kit,
    limits,
    makeEmptyCheck(pool),
    (site, token, ip) => cardOnPage({ ...kit, pictures }, { site, token, ip }),
    makeCatalog(pool).landingComponents,
  )
  const mailer = makeMailer(config.mail, makeFindSender(kit))
  // Connections of its own: a sign-in code does not wait behind ten thousand cards.
  const cardMailer = makeMailer(config.mail, makeFindSender(kit))
  if (config.withWorker) {
    const handlers = allHandled(ALL_JOBS, [
      ...importHandlers(importKitOf(kit), stopping.signal),
      ...mailHandlers(kit, mailer),
      ...orderMailHandlers({ ...kit, log: app.log }, mailer),
      openInvoicesHandler(kit, mailer),
      mailTextTestHandler(kit, pictures, mailer),
      ...paymentHandlers(kit),
      ...refundHandlers(kit),
      remindingOfUnpaid(kit),
      remindingOfInvoices(kit),
      closeCustomerHandler(kit),
      shareOrdersHandler(kit),
      checkingDomains(kit),
      runningPrograms(kit),
      runProgramHandler(kit),
      scanningFiles(kit),
      sweepingFiles(kit),
      comparingFiles(kit, app.log),
      syncingListFiles(kit, stopping.signal),
      syncListFileHandler(kit, stopping.signal),
      ...approvalHandlers(kit, mailer),
      chainEventsHandler(pool),
      chainingLeft(kit),
      ...deliveryHandlers({ ...kit, log: app.log }, cardMailer, pictures),
      simulateHandler(kit),
      ...batchHandlers({ ...kit, log: app.log }),
      ...reportHandlers({ ...kit, log: app.log }, mailer, stopping.signal),
      ...yearEndHandlers(kit),
      mailingNotices(kit),
      newsMailHandler(kit, mailer),
      ...webhookHandlers(kit, stopping.signal),
      housekeepingHandler(kit, own),
      retiringPeople(kit),
      erasureHandler(kit),
      backupHandler(kit, stopping.signal),
    ])
    await jobs.work(handlers.filter(({ job }) => isConnected(job)))
    await resumeImports(importKitOf(kit), database.embedded).catch((cause) => app.log.error(cause))
    await resumeWebhooks(kit).catch((cause) => app.log.error(cause))
  }

  return {
    app,
    kit,
    identity,
    demo,
    close: async () => {
      await app.close()
      clock.stop()
      redis?.close()
      stopping.abort()
      await jobs.stop()
      await running?.leave()
      await cardMailer.close()
      await database.close()
    },
  }
}

/** Whose tokens the API believes. */
function tokenSource({ cognito }: Config, pool: Pool, identity: Identity | undefined): TokenSource {
  if (cognito !== undefined) return cognito
  const { issuer: issuerOf, publicKeys, isSessionOpen } = identity!
  const guardOf = makeGuards(pool, ({ session, at }: AskedSession) => isSessionOpen(session, at))
  return { issuerOf, publicKeys, guardOf }
}

async function serveFeatures(
  app: FastifyInstance,
  kit: Kit,
  limits: RequestLimits,
  idTokens: IdTokens,
  pictures: CardPictures,
  identity: Identity | undefined,
) {
  const { pool, replica, sites, keys, files, config } = kit
  const serve = makeServe(app, {
    pool,
    replica,
    sites,
    idTokens,
    customers: makeKnownCustomers(pool),
    staffPools: kit.staffPools,
    limits,
    now: kit.now,
    sealKey: keys.dataSeal,
    files,
    platformHost: new URL(config.publicOrigin).hostname,
  })
  healthRoutes(app, kit)
  platformRoutes(serve, { ...kit, identity })
  setupRoutes(serve, { ...kit, identity })
  siteRoutes(serve, config, kit.social)
  catalogRoutes(serve, kit)
  placesRoutes(serve, kit, limits)
  companyRoutes(serve, kit)
  budgetRoutes(serve, kit)
  approvalRuleRoutes(serve, kit)
  approvalRequestRoutes(serve, kit)
  placeOrderRoutes(serve, kit)
  programRoutes(serve, kit)
  peopleFileRoutes(serve, kit)
  customerRoutes(serve, pool, keys)
  recoveryCodeRoutes(serve, pool, identity)
  linkedServiceRoutes(serve, pool, identity)
  addressRoutes(serve, pool)
  fileRoutes(serve, pool, files)
  customerFileRoutes(serve, kit)
  importRoutes(serve, importKitOf(kit))
  recipientListRoutes(serve, pool)
  cardItemRoutes(serve, { ...kit, log: app.log })
  myOrderRoutes(serve, kit)
  documentRoutes(serve, kit)
  reportRoutes(serve, kit)
  yearEndRoutes(serve, kit)
  await paymentRoutes(serve, app, kit)
  staffRoutes(serve, kit)
  officeAdminRoutes(serve, kit, identity)
  moneyRoutes(serve, kit)
  balanceRoutes(serve, kit)
  balanceOffice(serve, kit)
  termsRoutes(serve, kit)
  termsOffice(serve, kit)
  officeOrderRoutes(serve, kit)
  deliveryRoutes(serve, kit)
  officeDeliveryRoutes(serve, kit)
  batchRoutes(serve, { ...kit, log: app.log })
  noticeRoutes(serve, kit)
  claimRoutes(serve, { ...kit, pictures })
  conversationRoutes(serve, { ...kit, app })
  assistantRoutes(serve, app, kit, limits)
  mcpRoutes(app, { ...kit, app }, limits)
  webhookRoutes(serve, kit)
  companyWebhookRoutes(serve, kit, (actor) => copyOfActor(pool, actor))
}
