import * as contract from '@laurel/contract/company-webhooks'
import type { Serve } from '../../http/serve.ts'
import * as endpoints from './webhook-endpoints.service.ts'
import { companyManager } from './webhook-endpoints.service.ts'
import * as messages from './webhook-messages.service.ts'

/** Endpoints of companies. */
export function companyWebhookRoutes(serve: Serve, kit: endpoints.WebhookKit) {
  serve(contract.listCompanyWebhooks, ({ actor }) => endpoints.listWebhooks(kit, companyManager(actor)))
  serve(contract.createCompanyWebhook, ({ actor, body }) =>
    endpoints.createWebhook(kit, companyManager(actor), body),
  )
  serve(contract.getCompanyWebhook, ({ actor, params }) =>
    endpoints.getWebhook(kit, companyManager(actor), params.id),
  )
  serve(contract.patchCompanyWebhook, ({ actor, params, body }) =>
    endpoints.patchWebhook(kit, companyManager(actor), params.id, body),
  )
  serve(contract.deleteCompanyWebhook, ({ actor, params }) =>
    endpoints.deleteWebhook(kit, companyManager(actor), params.id),
  )
  serve(contract.rotateCompanyWebhookSecret, ({ actor, params, body }) =>
    endpoints.rotateSecret(kit, companyManager(actor), params.id, body.seen_version),
  )
  serve(contract.testCompanyWebhook, ({ actor, params }) =>
    messages.sendTest(kit, companyManager(actor), params.id),
  )
  serve(contract.replayCompanyWebhook, ({ actor, params, body }) =>
    messages.replay(kit, companyManager(actor), params.id, new Date(body.since)),
  )
  serve(contract.listCompanyWebhookMessages, ({ actor, params, query }) =>
    messages.listMessages(kit, companyManager(actor), params.id, query),
  )
  serve(contract.resendCompanyWebhookMessage, ({ actor, params }) =>
    messages.sendAgain(kit, companyManager(actor), params),
  )
}
