import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { productSetupSteps, reachableSetupStep, setupStepPath } from '@laurel/domain/product-setup-flow'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2, Users } from 'lucide-react'
import { ApiProblem } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { useShareableCompany } from '../../app/company.queries.ts'
import { openModal } from '../../app/modal-store.ts'
import { refreshOrders } from '../../app/orders.queries.ts'
import { useUnsaved } from '../../app/setup-store.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { stepOfUnsaved, type Unsaved } from '../../app/unsaved.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { type CardItem, CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import { count, day } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Cell, Table } from '../../parts/Table.tsx'
import { orderListQueries } from './order-lists.queries.ts'
import { itemName, stillToDo } from './order-words.ts'

/** Each draft with what it still needs and a link to continue. */
export function DraftTable({ drafts }: { drafts: readonly CardItem[] }) {
  const i18n = useTexts()

  return (
    <Table
      stacks
      aria-label={i18n.t('Drafts')}
      columns={[
        { title: i18n.t('Card'), isUnseen: true },
        i18n.t('Draft'),
        i18n.t('Card type'),
        { title: i18n.t('Cards'), isNumber: true },
        { title: i18n.t('Value'), isNumber: true },
        i18n.t('To do'),
        { title: i18n.t('Continue or delete'), isUnseen: true },
      ]}
    >
      {drafts.map((draft) => (
        <DraftRow key={draft.id} draft={draft} />
      ))}
    </Table>
  )
}

function DraftRow({ draft }: { draft: CardItem }) {
  const i18n = useTexts()
  const unsaved = useUnsaved(draft.id)
  const goOn = { to: stepToGoOnWith(draft, unsaved), search: { item: draft.id } }
  const name = itemName(draft)
  return (
    <tr className={ORDER_ROW}>
      <Cell className={CARD_COLUMN}>
        <CardItemCanvas item={draft} thumb className={ROW_CARD} />
      </Cell>
      <Cell className="break-words">
        <Link {...goOn} className={ROW_LINK}>
          {name}
        </Link>
        <span className="block text-muted text-small">
          {i18n.t('{name}, changed {date}', { name: draft.reward.name, date: day(draft.updatedAt) })}
        </span>
      </Cell>
      <Cell className="narrow:hidden">{i18n.t(REWARD_TYPE_TITLES[draft.rewardTypeData.name])}</Cell>
      <Cell isNumber className="narrow:hidden">
        {count(draft.cardCount)}
      </Cell>
      <Cell isNumber className={SUM_CELL}>
        {formatCents(draft.valueCents)}
      </Cell>
      <Cell className="text-small narrow:col-start-2 narrow:col-end-[-1]">{stillToDo(draft, unsaved)}</Cell>
      <Cell isNumber className="narrow:col-start-2 narrow:col-end-[-1] narrow:mt-1.5">
        <span className="flex items-center justify-end gap-1 narrow:justify-start">
          <LinkButton
            {...goOn}
            size="compact"
            aria-label={i18n.t('Continue with {name}', { name })}
            className="z-1"
          >
            {i18n.t('Continue')}
          </LinkButton>
          <ShareButton draft={draft} />
          <DeleteDraftButton draft={draft} />
        </span>
      </Cell>
    </tr>
  )
}

/** Shares a draft with colleagues, who can edit it one at a time. */
function ShareButton({ draft }: { draft: CardItem }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const company = useShareableCompany()
  if (!company) return null
  const name = itemName(draft)
  return (
    <Button
      look="plain"
      size="round"
      aria-label={i18n.t('Share {name}', { name })}
      className="z-1"
      onClick={() =>
        openModal('confirm-dialog', {
          title: i18n.t('Share this draft with {name}?', { name: company.name }),
          text: i18n.t(
            'Everyone in {company} who can place orders can see “{name}” with its recipients, edit it one person at a time, and add it to their own cart.',
            { company: company.name, name },
          ),
          confirm: i18n.t('Share draft'),
          cancel: i18n.t('Not now'),
          onConfirm: async () => {
            await call(api.shareDraft, { params: { id: draft.id }, body: { isShared: true } })
            await afterSharing(queryClient, draft.id)
            showToast({
              tone: 'good',
              title: i18n.t('Shared with {name}', { name: company.name }),
              text: name,
            })
          },
        })
      }
    >
      <Icon of={Users} size={18} />
    </Button>
  )
}

/** Loads a draft again, wherever it's listed now. */
export async function afterSharing(queryClient: QueryClient, id: number): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['card-items', id] })
  await refreshOrders(queryClient)
}

export function DeleteDraftButton({ draft }: { draft: CardItem }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const name = itemName(draft)
  const people = draft.recipientCount
  return (
    <Button
      look="plain"
      size="round"
      aria-label={i18n.t('Delete {name}', { name })}
      className="z-1"
      onClick={() =>
        openModal('confirm-dialog', {
          title: i18n.t('Delete this draft?'),
          text:
            people > 0
              ? i18n.t(
                  '“{name}” and its {people, plural, one {# recipient} other {# recipients}} will be deleted. You can’t undo this.',
                  { name, people },
                )
              : i18n.t('“{name}” will be deleted. You can’t undo this.', { name }),
          confirm: i18n.t('Delete draft'),
          cancel: i18n.t('Keep draft'),
          danger: true,
          onConfirm: () => deleteDraft(queryClient, draft),
        })
      }
    >
      <Icon of={Trash2} size={18} />
    </Button>
  )
}

/**
 * The first step with something unsaved, else the first undecided one, else the last.
 * docs/spec.md §2, "Product-setup flows".
 */
export function stepToGoOnWith(
  draft: Pick<
    CardItem,
    'rewardTypeData' | 'quantity' | 'denominationCents' | 'recipientCount' | 'attentionCount'
  >,
  unsaved: Unsaved = {},
) {
  const type = draft.rewardTypeData.name
  const unsavedStep = stepOfUnsaved(unsaved, type)
  if (unsavedStep) return setupStepPath(unsavedStep)
  if (draft.attentionCount > 0 && type !== 'bulk') return setupStepPath('recipients')
  const last = productSetupSteps(type).at(-1)!
  const progress = { ...draft, hasType: true, hasDesign: true }
  return setupStepPath(reachableSetupStep(type, progress, last) ?? 'card-design')
}

/**
 * Deletes a draft and its recipients. Succeeds if it is already gone.
 *
 * @throws {ApiProblem} `order_is_frozen` while the cart is being paid
 */
async function deleteDraft(queryClient: QueryClient, draft: CardItem): Promise<void> {
  const i18n = pageTexts()

  await call(api.deleteCardItem, { params: { id: draft.id } }).catch((cause: unknown) => {
    if (!(cause instanceof ApiProblem) || cause.code !== 'not_found') throw cause
  })
  queryClient.setQueryData(orderListQueries.drafts().queryKey, (drafts) =>
    drafts?.filter(({ id }) => id !== draft.id),
  )
  queryClient.removeQueries({ queryKey: ['card-items', draft.id] })
  void queryClient.invalidateQueries({ queryKey: ['orders'] })
  showToast({ tone: 'plain', title: i18n.t('Draft deleted'), text: itemName(draft) })
}

/** Rows of orders and of drafts look the same: a picture column, or three columns on a phone. */
export const ORDER_ROW =
  'relative transition-colors duration-(--fast) hover:bg-[linear-gradient(var(--canvas),var(--canvas))] narrow:grid-cols-[84px_1fr_auto]! narrow:hover:bg-none tiny:grid-cols-[64px_1fr]!'

export const CARD_COLUMN = 'w-[128px] narrow:row-span-4 narrow:w-auto'

/** Beside the name, or below it on the narrowest screens. */
export const SUM_CELL = 'tiny:col-start-2 tiny:text-start'

export const ROW_CARD = 'w-[92px] narrow:w-[84px] tiny:w-[64px]'

/** Makes the whole row clickable. */
export const ROW_LINK =
  "font-semibold text-ink after:absolute after:inset-0 after:content-[''] hover:underline hover:underline-offset-3"
