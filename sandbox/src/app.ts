import formbody from '@fastify/formbody'
import fastify, { type FastifyInstance } from 'fastify'
import { carrierControls } from './carriers/carrier-controls.ts'
import { makeLabelBooks } from './carriers/label-books.ts'
import { parcelsRoutes } from './carriers/parcels.routes.ts'
import { apiRoutes } from './converge/api.routes.ts'
import { hostedRoutes } from './converge/hosted.routes.ts'
import { makeLedger } from './converge/ledger.ts'
import { makeSessions } from './converge/sessions.ts'
import type { Terminal } from './converge/terminals.ts'
import { faultsRoutes } from './faults/faults.routes.ts'
import type { Faults } from './faults/faults.ts'
import { isLoopback } from './loopback.ts'
import { inboxRoutes } from './mail/inbox.routes.ts'
import type { Mail } from './mail/mail.ts'
import type { MessageBox } from './message-box.ts'
import { makeMessageBox } from './message-box.ts'
import { modelRoutes } from './model/model.routes.ts'
import { placesRoutes } from './places/places.routes.ts'
import { s3Routes } from './s3/s3.routes.ts'
import { type Sms, smsRoutes } from './sms/sms.routes.ts'
import { startPage } from './start-page.ts'
import { upsRoutes } from './ups/ups.routes.ts'
import { uspsRoutes } from './usps/usps.routes.ts'

const MAX_BODY_BYTES = 64 * 1024

export type AppParts = {
  terminals: readonly Terminal[]
  inbox: MessageBox<Mail>
  faults: Faults
  dataDir?: string
  now: () => Date
  smtpPort: () => number
}

/** All HTTP routes of the sandbox. */
export async function makeApp(parts: AppParts): Promise<FastifyInstance> {
  const { terminals, inbox, faults, now } = parts
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  })
  await app.register(formbody, { bodyLimit: MAX_BODY_BYTES })

  // Prevents DNS rebinding: another site must not read sign-in codes from the inbox.
  app.addHook('onRequest', async (request, reply) => {
    if (!isLoopback(request.hostname))
      return reply.code(403).send({ error: 'The sandbox answers to this machine only.' })
  })

  const books = { terminals, ledger: makeLedger(parts.dataDir), now }
  hostedRoutes(app, books, makeSessions(now), faults)
  apiRoutes(app, books, faults)
  const upsBooks = makeLabelBooks('ups', parts.dataDir)
  const uspsBooks = makeLabelBooks('usps', parts.dataDir)
  upsRoutes(app, { books: upsBooks, faults, now })
  uspsRoutes(app, { books: uspsBooks, faults, now })
  carrierControls(app, 'ups', upsBooks)
  carrierControls(app, 'usps', uspsBooks)
  await placesRoutes(app, faults)
  s3Routes(app, faults, now)
  await modelRoutes(app, faults)
  parcelsRoutes(app, { ups: upsBooks, usps: uspsBooks })
  inboxRoutes(app, inbox)
  smsRoutes(app, makeMessageBox<Sms>(now))
  faultsRoutes(app, faults)
  startPage(app, parts.smtpPort)
  return app
}
