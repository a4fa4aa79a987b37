import { api } from '@laurel/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { call, freshKey } from '../../app/call.ts'
import { openModal } from '../../app/modal-store.ts'
import { adoptCard, unsavedOf } from '../../app/setup-store.ts'
import { translated, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import type { CardItem } from '../../parts/card/CardItemCanvas.tsx'
import { Note } from '../../parts/Note.tsx'
import { cardItemQueries } from './create-reward.queries.ts'
import { noteRegained, useLost } from './draft-editing.ts'
import { changedByOthers, copyChanges, dropChanges, flushCard, pendingOf } from './save-draft.ts'

type TakenOverProps = { itemId: number | null; onChanged: ((item: CardItem) => void) | undefined }

/** Shown once a card can't be saved: what was typed stays on the page, and can be saved to a copy if a colleague has it. */
export function TakenOver({ itemId, onChanged }: TakenOverProps) {
  const i18n = useTexts()
  const lost = useLost(itemId)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [key] = useState(freshKey)
  const [isCopying, setCopying] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (itemId === null || lost === undefined) return null
  const id = itemId

  async function copy() {
    setCopying(true)
    try {
      const item = await call(api.copyDraft, { params: { id }, idempotencyKey: key })
      await copyChanges(id, item)
      showToast({ tone: 'good', title: i18n.t('Copied'), text: i18n.t('You’re editing your own copy now.') })
      await navigate({ to: '/create-reward/card-design', search: { item: item.id } as never })
    } catch (cause) {
      console.error('Failed to copy the card', cause)
      setProblem(formError(cause) ?? i18n.t('Try again in a moment.'))
    } finally {
      setCopying(false)
    }
  }

  /** What the colleague has saved is only replaced where nothing was typed here, or after a warning. */
  async function askToTakeOver() {
    const query = cardItemQueries.one(id)
    const known = queryClient.getQueryData(query.queryKey)
    const theirs = await call(api.getCardItem, { params: { id } }).catch(() => undefined)
    const isBoth = theirs !== undefined && changedByOthers(known, theirs).length > 0
    openModal('confirm-dialog', {
      title: i18n.t('Take over this card?'),
      text: isBoth
        ? i18n.t(
            'Your colleague saved other changes in the same places. You’ll continue with theirs, and lose what you typed there. To keep yours, make a copy.',
          )
        : i18n.t(
            'Your colleague may still be editing it. If you take over, they can’t save their unsaved changes to it.',
          ),
      confirm: i18n.t('Take over'),
      cancel: i18n.t('Not now'),
      danger: isBoth,
      onConfirm: () => takeOver(known),
    })
  }

  async function takeOver(known: CardItem | undefined) {
    const item = await call(api.editDraft, { params: { id }, body: { takeOver: true } })
    dropChanges(id, changedByOthers(known, item))
    noteRegained(id)
    queryClient.setQueryData(cardItemQueries.one(id).queryKey, item)
    adoptCard(item, pendingOf(id))
    onChanged?.(item)
    await flushCard(id)
    await queryClient.invalidateQueries({ queryKey: ['recipients', id] })
  }

  return (
    <div className="px-(--gutter) pt-6">
      <Note
        tone="bad"
        action={
          lost.isTakenOver && (
            <span className="flex flex-wrap gap-2">
              <Button size="compact" isPending={isCopying} onClick={copy}>
                {i18n.t('Make a copy')}
              </Button>
              <Button size="compact" onClick={() => void askToTakeOver()}>
                {i18n.t('Take over')}
              </Button>
            </span>
          )
        }
      >
        {translated(i18n, lost.why)} {i18n.t('What you typed is still on this page.')}
        {lost.isTakenOver &&
          Object.keys(unsavedOf(id).rows ?? {}).length > 0 &&
          ` ${i18n.t('Changes to recipients aren’t copied.')}`}
        {problem && <span className="mt-1 block">{problem}</span>}
      </Note>
    </div>
  )
}
