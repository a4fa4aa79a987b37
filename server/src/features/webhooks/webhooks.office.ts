import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listEvents,
  listWebhookMessages,
  listWebhooks,
  patchWebhook,
  replayWebhook,
  resendWebhookMessage,
  rotateWebhookSecret,
  testWebhook,
} from '@laurel/contract/webhooks'
import type { Serve } from '../../http/serve.ts'
import * as log from './event-log.service.ts'
import * as endpoints from './webhook-endpoints.service.ts'
import { staffManager } from './webhook-endpoints.service.ts'
import * as messages from './webhook-messages.service.ts'

export function webhookRoutes(serve: Serve, kit: endpoints.WebhookKit) {
  serve(listEvents, ({ site, query }) => log.listEvents(kit, site.id, query))
  serve(listWebhooks, ({ actor }) => endpoints.listWebhooks(kit, staffManager(actor)))
  serve(createWebhook, ({ actor, body }) => endpoints.createWebhook(kit, staffManager(actor), body))
  serve(getWebhook, ({ actor, params }) => endpoints.getWebhook(kit, staffManager(actor), params.id))
  serve(patchWebhook, ({ actor, params, body }) =>
    endpoints.patchWebhook(kit, staffManager(actor), params.id, body),
  )
  serve(deleteWebhook, ({ actor, params }) => endpoints.deleteWebhook(kit, staffManager(actor), params.id))
  serve(rotateWebhookSecret, ({ actor, params, body }) =>
    endpoints.rotateSecret(kit, staffManager(actor), params.id, body.seen_version),
  )
  serve(testWebhook, ({ actor, params }) => messages.sendTest(kit, staffManager(actor), params.id))
  serve(replayWebhook, ({ actor, params, body }) =>
    messages.replay(kit, staffManager(actor), params.id, new Date(body.since)),
  )
  serve(listWebhookMessages, ({ actor, params, query }) =>
    messages.listMessages(kit, staffManager(actor), params.id, query),
  )
  serve(resendWebhookMessage, ({ actor, params }) => messages.sendAgain(kit, staffManager(actor), params))
}
