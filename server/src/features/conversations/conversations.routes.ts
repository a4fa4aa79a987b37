import * as endpoints from '@laurel/contract/conversations'
import type { Serve } from '../../http/serve.ts'
import { AnswerTurns } from './answer-turns.ts'
import * as conversations from './conversations.service.ts'
import { planOrder } from './plan-order.service.ts'

export function conversationRoutes(serve: Serve, given: Omit<conversations.ConversationKit, 'turns'>) {
  const kit = { ...given, turns: new AnswerTurns() }
  kit.app.addHook('preClose', () => kit.turns.finish())
  serve(endpoints.listConversations, ({ actor }) => conversations.listConversations(kit, actor))
  serve(endpoints.createConversation, ({ actor }) => conversations.makeConversation(kit, actor))
  serve(endpoints.exportConversations, ({ actor }) => conversations.exportConversations(kit, actor))
  serve(endpoints.patchConversation, ({ actor, params, body }) =>
    conversations.renameConversation(kit, actor, params.id, body.name),
  )
  serve(endpoints.deleteConversation, async ({ actor, params }) => {
    await conversations.removeConversation(kit, actor, params.id)
    return undefined
  })
  serve(endpoints.listMessages, ({ actor, params }) => conversations.listMessages(kit, actor, params.id))
  serve(endpoints.sendMessage, ({ body, params, ...caller }) =>
    conversations.sendMessage(kit, caller, params.id, body.text),
  )
  serve(endpoints.streamAnswer, ({ actor, params, query }) =>
    conversations.streamAnswer(kit, actor, params.id, query.after),
  )
  serve(endpoints.stopAnswer, async ({ actor, params }) => {
    await conversations.stopAnswer(kit, actor, params.id)
    return undefined
  })
  serve(endpoints.confirmProposal, ({ body, params, ...caller }) =>
    conversations.confirmProposal(kit, caller, params.id, body.proposal),
  )
  serve(endpoints.planOrder, ({ actor, site, body }) => planOrder(kit, site, actor, body))
}
