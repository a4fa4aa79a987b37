import * as endpoints from '@laurel/contract/assistants'
import type { FastifyInstance } from 'fastify'
import type { RequestLimits } from '../../http/request-limits.ts'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import * as assistants from './assistants.service.ts'
import { oauthRoutes } from './oauth.routes.ts'

export function assistantRoutes(
  serve: Serve,
  app: FastifyInstance,
  kit: Pick<Kit, 'pool' | 'keys' | 'now' | 'sites'>,
  limits: RequestLimits,
) {
  serve(endpoints.listAssistants, ({ actor }) => assistants.listAssistants(kit, actor))
  serve(endpoints.readAssistantRequest, ({ actor, origin, query }) =>
    assistants.showRequest(kit, actor.siteId, origin, query.request),
  )
  serve(endpoints.connectAssistant, ({ actor, origin, body }) =>
    assistants.allow(kit, actor, origin, body.request),
  )
  serve(endpoints.disconnectAssistant, async ({ actor, params }) => {
    await assistants.disconnect(kit, actor, params.id)
    return undefined
  })
  oauthRoutes(app, kit, limits)
}
