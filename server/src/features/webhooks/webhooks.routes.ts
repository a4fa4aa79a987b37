import * as contract from '@laurel/contract/company-webhooks'
import { apart } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Serve } from '../../http/serve.ts'
import * as endpoints from './webhook-endpoints.service.ts'
import { companyManager, type Manager, testManager } from './webhook-endpoints.service.ts'
import * as messages from './webhook-messages.service.ts'

/**
 * Endpoints of companies. Those of test mode are on the test site, whose transactions are apart from the request's.
 *
 * @param copyCompany brings the company to the test site, which may not have it yet
 */
export function companyWebhookRoutes(
  serve: Serve,
  kit: endpoints.WebhookKit,
  copyCompany: (actor: Customer) => Promise<void>,
) {
  async function managing<T>(
    actor: Customer,
    { id }: { id: number },
    work: (manager: Manager) => Promise<T>,
  ): Promise<T> {
    const test = testManager(actor)
    const isTest = await apart(() => endpoints.hasEndpoint(kit, test, id))
    return isTest ? apart(() => work(test)) : work(companyManager(actor))
  }

  serve(contract.listCompanyWebhooks, async ({ actor }) => [
    ...(await endpoints.listWebhooks(kit, companyManager(actor))),
    ...(await apart(() => endpoints.listWebhooks(kit, testManager(actor)))),
  ])
  serve(contract.createCompanyWebhook, async ({ actor, body: { mode, ...given } }) => {
    if (mode === 'live') return endpoints.createWebhook(kit, companyManager(actor), given)
    return apart(async () => {
      await copyCompany(actor)
      return endpoints.createWebhook(kit, testManager(actor), given)
    })
  })
  serve(contract.getCompanyWebhook, ({ actor, params }) =>
    managing(actor, params, (manager) => endpoints.getWebhook(kit, manager, params.id)),
  )
  serve(contract.patchCompanyWebhook, ({ actor, params, body }) =>
    managing(actor, params, (manager) => endpoints.patchWebhook(kit, manager, params.id, body)),
  )
  serve(contract.deleteCompanyWebhook, ({ actor, params }) =>
    managing(actor, params, (manager) => endpoints.deleteWebhook(kit, manager, params.id)),
  )
  serve(contract.rotateCompanyWebhookSecret, ({ actor, params, body }) =>
    managing(actor, params, (manager) => endpoints.rotateSecret(kit, manager, params.id, body.seen_version)),
  )
  serve(contract.testCompanyWebhook, ({ actor, params }) =>
    managing(actor, params, (manager) => messages.sendTest(kit, manager, params.id)),
  )
  serve(contract.replayCompanyWebhook, ({ actor, params, body }) =>
    managing(actor, params, (manager) => messages.replay(kit, manager, params.id, new Date(body.since))),
  )
  serve(contract.listCompanyWebhookMessages, async ({ actor, params, query, i18n }) => {
    const page = await managing(actor, params, (manager) =>
      messages.listMessages(kit, manager, params.id, query),
    )
    return { ...page, results: page.results.map((message) => messages.inWordsOf(i18n, message)) }
  })
  serve(contract.resendCompanyWebhookMessage, ({ actor, params }) =>
    managing(actor, params, (manager) => messages.sendAgain(kit, manager, params)),
  )
}
