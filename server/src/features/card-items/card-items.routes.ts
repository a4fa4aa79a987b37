import * as endpoints from '@laurel/contract/card-items'
import * as recipients from '@laurel/contract/recipients'
import * as saved from '@laurel/contract/saved-designs'
import * as shared from '@laurel/contract/shared-drafts'
import type { FastifyBaseLogger } from 'fastify'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { assertOffered } from '../catalog/offered-types.ts'
import { changeMany, editMany } from './bulk-change.service.ts'
import {
  changeCardItem,
  listCurrentItems,
  makeCardItem,
  putInCart,
  readCardItem,
} from './card-items.service.ts'
import { printFileOf } from './print-file.service.ts'
import { addPerson, changePerson, listPeople, removePerson } from './recipients.service.ts'
import { removeCardItem } from './remove-item.service.ts'
import {
  changeSavedDesign,
  deleteSavedDesign,
  listSavedDesigns,
  saveDesign,
  startWithDesign,
} from './saved-designs.service.ts'
import { copyDraft, editDraft, leaveDraft, listSharedDrafts, shareDraft } from './shared-drafts.service.ts'
import { undoChange } from './undo-change.service.ts'

export type CardItemParts = Pick<Kit, 'pool' | 'files' | 'config' | 'now'> & {
  log: Pick<FastifyBaseLogger, 'warn'>
}

export function cardItemRoutes(serve: Serve, { log, ...kit }: CardItemParts) {
  const { pool, files, config } = kit
  serve(endpoints.createCardItem, ({ actor, site, body }) => {
    assertOffered(config, body.reward_type)
    return makeCardItem(pool, actor, site.limits, body)
  })
  serve(endpoints.listCardItems, ({ actor, query }) => listCurrentItems(pool, actor, query.state))
  serve(endpoints.getCardItem, ({ actor, params }) => readCardItem(pool, actor, params.id))
  serve(endpoints.patchCardItem, ({ actor, site, params, body }) => {
    assertOffered(config, body.reward_type)
    return changeCardItem(pool, actor, site.limits, params.id, body)
  })
  serve(endpoints.deleteCardItem, async ({ actor, params }) => {
    for (const key of await removeCardItem(kit, actor, params.id)) await files.remove(key)
    return undefined
  })
  serve(endpoints.addToCart, ({ actor, site, body }) =>
    putInCart(pool, actor, site.limits, body.card_item_id),
  )
  serve(endpoints.getCardPrintFile, ({ actor, site, params, query }) =>
    printFileOf({ pool, files, log }, actor, site, params.id, query.recipient_id),
  )

  serve(shared.listSharedDrafts, ({ actor }) => listSharedDrafts(pool, actor))
  serve(shared.shareDraft, ({ actor, params, body }) => shareDraft(kit, actor, params.id, body.is_shared))
  serve(shared.editDraft, ({ actor, params, body }) => editDraft(pool, actor, params.id, body))
  serve(shared.leaveDraft, async ({ actor, params }) => {
    await leaveDraft(pool, actor, params.id)
    return undefined
  })
  serve(shared.copyDraft, ({ actor, params }) => copyDraft(kit, actor, params.id))

  serve(saved.listSavedDesigns, ({ actor }) => listSavedDesigns(kit, actor))
  serve(saved.createSavedDesign, ({ actor, body }) => saveDesign(kit, actor, body))
  serve(saved.patchSavedDesign, ({ actor, params, body }) => changeSavedDesign(kit, actor, params.id, body))
  serve(saved.deleteSavedDesign, async ({ actor, params }) => {
    await deleteSavedDesign(kit, actor, params.id)
    return undefined
  })
  serve(saved.startSavedDesign, ({ actor, params }) => startWithDesign(kit, actor, params.id))

  serve(recipients.listRecipients, ({ actor, query }) => listPeople(pool, actor, query))
  serve(recipients.createRecipient, ({ actor, site, body }) => addPerson(pool, actor, site.limits, body))
  serve(recipients.patchRecipient, ({ actor, site, params, body }) =>
    changePerson(pool, actor, site.limits, params.id, body),
  )
  serve(recipients.deleteRecipient, async ({ actor, params }) => {
    await removePerson(pool, actor, params.id)
    return undefined
  })
  serve(recipients.bulkChangeRecipients, ({ actor, site, body }) =>
    changeMany(pool, actor, site.limits, body),
  )
  serve(recipients.editRecipients, ({ actor, site, body }) => editMany(pool, actor, site.limits, body))
  serve(recipients.undoRecipientChange, ({ actor, site, body }) =>
    undoChange(pool, actor, site.limits, body.undo_token),
  )
}
