import { formatCents } from '@laurel/domain/money'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { Link } from '@tanstack/react-router'
import type { AnswerOf } from '../../app/call.ts'
import { useUnsaved } from '../../app/setup-store.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { LinkButton } from '../../parts/Button.tsx'
import { CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import { count } from '../../parts/format.ts'
import { sharedText } from '../../parts/Sharing.tsx'
import { Cell, Table } from '../../parts/Table.tsx'
import {
  CARD_COLUMN,
  DeleteDraftButton,
  ORDER_ROW,
  ROW_CARD,
  ROW_LINK,
  SUM_CELL,
  stepToGoOnWith,
} from './DraftTable.tsx'
import { itemName } from './order-words.ts'

export type SharedDraft = AnswerOf<'listSharedDrafts'>[number]

/** The drafts that the company shares, and who has each. */
export function SharedDrafts({ drafts }: { drafts: readonly SharedDraft[] }) {
  const i18n = useTexts()

  return (
    <section className="pt-8">
      <h2 className="mb-3 text-h3">{i18n.t('Shared drafts')}</h2>
      <Table
        stacks
        aria-label={i18n.t('Shared drafts')}
        columns={[
          { title: i18n.t('Card'), isUnseen: true },
          i18n.t('Draft'),
          i18n.t('Card type'),
          { title: i18n.t('Cards'), isNumber: true },
          { title: i18n.t('Value'), isNumber: true },
          i18n.t('Editor'),
          { title: i18n.t('Edit or delete'), isUnseen: true },
        ]}
      >
        {drafts.map((draft) => (
          <SharedDraftRow key={draft.id} draft={draft} />
        ))}
      </Table>
    </section>
  )
}

function SharedDraftRow({ draft }: { draft: SharedDraft }) {
  const i18n = useTexts()
  const unsaved = useUnsaved(draft.id)
  const name = itemName(draft)
  const isEditable = mayEdit(draft)
  const isDeletable = draft.state === 'draft' && draft.shared.canChange && isEditable
  return (
    <tr className={ORDER_ROW}>
      <Cell className={CARD_COLUMN}>
        <CardItemCanvas item={draft} thumb className={ROW_CARD} />
      </Cell>
      <Cell className="break-words">
        <Link to="/my-rewards" search={{ openDraft: draft.id }} className={ROW_LINK}>
          {name}
        </Link>
        <span className="block text-muted text-small">{sharedText(draft.shared)}</span>
      </Cell>
      <Cell className="narrow:hidden">{i18n.t(REWARD_TYPE_TITLES[draft.rewardTypeData.name])}</Cell>
      <Cell isNumber className="narrow:hidden">
        {count(draft.cardCount)}
      </Cell>
      <Cell isNumber className={SUM_CELL}>
        {formatCents(draft.valueCents)}
      </Cell>
      <Cell className="text-small narrow:col-start-2 narrow:col-end-[-1]">{editorText(draft)}</Cell>
      <Cell isNumber className="narrow:col-start-2 narrow:col-end-[-1] narrow:mt-1.5">
        <span className="flex items-center justify-end gap-1 narrow:justify-start">
          {isEditable && (
            <LinkButton
              to={stepToGoOnWith(draft, unsaved)}
              search={{ item: draft.id }}
              size="compact"
              aria-label={i18n.t('Edit {name}', { name })}
              className="z-1"
            >
              {i18n.t('Edit')}
            </LinkButton>
          )}
          {isDeletable && <DeleteDraftButton draft={draft} />}
        </span>
      </Cell>
    </tr>
  )
}

/** Whether the customer can edit it without asking a colleague. */
export function mayEdit({ state, editor }: SharedDraft): boolean {
  return state === 'draft' && (editor.isYou || !editor.isEditing)
}

export function editorText({ state, editor }: SharedDraft): string {
  const i18n = pageTexts()

  const { name, isYou, isEditing } = editor
  if (state === 'in_cart') return isYou ? i18n.t('In your cart') : i18n.t('In {name}’s cart', { name })
  if (isYou) return isEditing ? i18n.t('You’re editing it') : i18n.t('Last edited by you')
  return isEditing ? i18n.t('{name} is editing it', { name }) : i18n.t('Last edited by {name}', { name })
}
