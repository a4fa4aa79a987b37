import type { Config } from './config.ts'
import type { Pool } from './database/database.ts'
import type { Replica } from './database/replica.ts'
import type { Carriers } from './features/carriers/carriers.ts'
import type { Scanner } from './features/files/clamd.ts'
import type { FileStore } from './features/files/file-store.ts'
import type { IssuingGateway } from './features/issuing/issuing-gateway.ts'
import type { ResolveTxt } from './features/mail/sender-records.ts'
import type { PaymentGateway } from './features/payments/payment-gateway.ts'
import type { AmazonPlaces } from './features/places/amazon-places.ts'
import type { Social } from './features/sites/site-social.ts'
import type { Sites } from './features/sites/sites.service.ts'
import type { StaffPools } from './features/staff/staff-pool.ts'
import type { GuardedRequests } from './features/webhooks/guarded-requests.ts'
import type { WebhookPost } from './features/webhooks/webhook-post.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Keys } from './secrets/keys.ts'

/** The dependencies of features. Each takes only the parts it needs. */
export type Kit = {
  config: Config
  pool: Pool
  /** Answers GETs; `inSite` chooses. */
  replica: Replica | undefined
  jobs: Jobs
  /** Their jobs wait until the connection that they need is set. */
  unconnectedQueues: readonly string[]
  keys: Keys
  sites: Sites
  social: Social
  files: FileStore
  /** Scans files for viruses; undefined if clamd isn't connected. */
  scan: Scanner | undefined
  gateway: PaymentGateway
  /** UPS and USPS, for sites that have accounts there. */
  carriers: Carriers
  /** Whole addresses; undefined if Amazon Location isn't connected. */
  amazonPlaces: AmazonPlaces | undefined
  /** To addresses that outsiders entered. */
  requests: GuardedRequests
  post: WebhookPost
  /** Makes the cards with money on them. */
  issuing: IssuingGateway
  /** Asks DNS. */
  resolveTxt: ResolveTxt
  /** How the office's people sign in. */
  staffPools: StaffPools
  /** The only clock of the server; tests set it. */
  now: () => Date
}
