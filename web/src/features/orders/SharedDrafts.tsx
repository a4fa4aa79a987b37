import { formatCents } from '@laurel/domain/money'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { Link } from '@tanstack/react-router'
import type { AnswerOf } from '../../app/call.ts'
import { useUnsaved } from '../../app/setup-store.ts'
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
  return (
    <section className="pt-8">
      <h2 className="mb-3 text-h3">Shared drafts</h2>
      <Table
        stacks
        aria-label="Shared drafts"
        columns={[
          { title: 'Card', isUnseen: true },
          'Draft',
          'Card type',
          { title: 'Cards', isNumber: true },
          { title: 'Value', isNumber: true },
          'Editor',
          { title: 'Edit or delete', isUnseen: true },
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
      <Cell className="narrow:hidden">{REWARD_TYPE_TITLES[draft.rewardTypeData.name]}</Cell>
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
              aria-label={`Edit ${name}`}
              className="z-1"
            >
              Edit
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
  const { name, isYou, isEditing } = editor
  if (state === 'in_cart') return isYou ? 'In your cart' : `In ${name}’s cart`
  if (isYou) return isEditing ? 'You’re editing it' : 'Last edited by you'
  return isEditing ? `${name} is editing it` : `Last edited by ${name}`
}
