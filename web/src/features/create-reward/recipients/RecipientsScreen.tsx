import { api } from '@laurel/contract/routes'
import { valueProblem } from '@laurel/domain/limits'
import type { RewardType } from '@laurel/domain/reward-type'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../app/call.ts'
import { openModal } from '../../../app/modal-store.ts'
import { changeSetup, rememberUnsaved, useSetupStore } from '../../../app/setup-store.ts'
import { pageTexts, useTexts } from '../../../app/texts.ts'
import { useNarrow } from '../../../app/use-narrow.ts'
import { Button } from '../../../parts/Button.tsx'
import type { CardItem } from '../../../parts/card/CardItemCanvas.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { EmptyState } from '../../../parts/Note.tsx'
import { download } from '../../../parts/save-file.ts'
import { useValueLimits } from '../create-reward.queries.ts'
import { useDraft } from '../current-card.ts'
import type { ListStart } from '../enter-step.ts'
import { SetupFrame } from '../SetupFrame.tsx'
import { saveDraft } from '../save-draft.ts'
import { AddButtons, AddMenus, type AddRecipients, useAddRecipients } from './AddRecipients.tsx'
import { ImportStrips } from './import/ImportStrips.tsx'
import { RepairByFile } from './import/import-notices.tsx'
import { useImport } from './import/use-import.ts'
import { Counts, ListStatus } from './ListStatus.tsx'
import {
  EveryoneValue,
  EveryoneValueButton,
  FixAll,
  ListFilter,
  SearchField,
  ValueForKind,
} from './ListTools.tsx'
import { type ListChanges, makeListChanges } from './list-changes.ts'
import { PeopleList } from './PeopleList.tsx'
import { RecipientsGrid } from './RecipientsGrid.tsx'
import { RecipientsTitle } from './RecipientsTitle.tsx'
import {
  EVERYONE,
  firstView,
  type ListView,
  RECIPIENTS_PAGE_SIZE,
  type Recipient,
  recipientQueries,
} from './recipients.queries.ts'
import { useRowEdits } from './row-edits.ts'
import type { RowProblem } from './row-problems.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { type RecipientSelection, useSelection } from './selection.ts'
import { useListInput, useUndoKey } from './use-list-input.ts'
import { usePersonSheet } from './use-person-sheet.tsx'
import { useRecipientList } from './use-recipient-list.ts'

type RecipientsScreenProps = {
  /** Set if the customer came from payment to fix the list. */
  backTo?: 'payment' | undefined
  /** The filter the list opens with. */
  only?: ListStart | undefined
}

/** The recipients of direct and digital cards. */
export function RecipientsScreen({ backTo, only }: RecipientsScreenProps) {
  const [itemId] = useState(() => useSetupStore.getState().cardItemId ?? 0)
  return <Recipients item={useDraft(itemId)} backTo={backTo} only={only} />
}

function Recipients({ item, backTo, only }: RecipientsScreenProps & { item: CardItem }) {
  const i18n = useTexts()
  const rewardType = item.rewardTypeData.name
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const limits = useValueLimits()
  const isNarrow = useNarrow()
  const everyoneCents = useSetupStore((setup) => setup.denominationCents)
  const [typed, setView] = useState(() => firstView(only))
  const search = useDeferredValue(typed.search)
  const view = useMemo(() => ({ ...typed, search }), [typed, search])
  const [target, setTarget] = useState<{ index: number } | null>(null)
  const list = useRecipientList(item.id, view)
  const edits = useRowEdits(item.id, rewardType, limits, everyoneCents)
  const [changes] = useState(() => makeListChanges({ queryClient, itemId: item.id, edits }))
  const selection = useSelection(list, view)
  const importing = useImport(item.id)
  const removeOne = (row: Recipient) => void changes.removeOne(row, view)
  const removeSelected = useRemoveSelected({ selection, changes, view })
  const sheet = usePersonSheet({ item, edits, limits, everyoneCents, onRemove: removeOne })
  const isDropping = useListInput({ onText: importing.paste, onFile: importing.upload })
  const valueSentence = valueProblem('denominationCents', everyoneCents, limits)?.message

  useFreshSums(item)
  useUndoKey(changes)
  useEffect(() => changes.leave, [changes])

  // Once everything in the view is fixed, show everyone instead of an empty view.
  const isRepaired =
    typed.only !== 'everyone' &&
    typed.search === '' &&
    !list.isPending &&
    !list.isSwitching &&
    list.count === 0
  useEffect(() => {
    if (isRepaired && !importing.isRunning) setView((now) => ({ ...now, only: 'everyone' }))
  }, [isRepaired, importing.isRunning])

  function changeEveryone(cents: number | null) {
    const fits = !valueProblem('denominationCents', cents, limits)
    changeSetup({ denominationCents: cents })
    rememberUnsaved({ denominationCents: fits ? undefined : (cents ?? undefined) })
    if (fits) saveDraft({ denominationCents: cents })
  }

  async function showRow(position: number) {
    const index = await findPlace(queryClient, item.id, position)
    setView(EVERYONE)
    if (index !== undefined) setTarget({ index })
  }

  const onTemplate = () =>
    void download(
      i18n.t('Recipients for {type} cards.csv', {
        type: i18n.t(REWARD_TYPE_TITLES[rewardType]).toLowerCase(),
      }),
      () => call(api.getImportTemplate, { query: { rewardType } }),
    )
  const isEmpty = !list.isPending && list.totalCount === 0
  const add = useAddRecipients({
    item,
    total: list.totalCount,
    importing,
    onAdd: sheet.add,
    onTemplate,
  })
  const everyone = { cents: everyoneCents, limits, problem: valueSentence, onChange: changeEveryone }
  const needsValue = valueSentence !== undefined || (everyoneCents === null && list.withoutValueCount > 0)
  const [isAskingValue, setAskingValue] = useState(false)
  // Once shown above a list it stays, so that nothing moves while it is typed.
  const [wasNeeded, setWasNeeded] = useState(false)
  if (needsValue && !isEmpty && !isAskingValue && !wasNeeded) setWasNeeded(true)
  const isValueShown = isEmpty || wasNeeded
  const shared = {
    list,
    edits,
    rewardType,
    everyoneCents,
    target,
    nobody: <NobodyMatches view={typed} onView={setView} />,
    onAsk: sheet.edit,
    onRemove: removeOne,
    onKeep: (row: Recipient, { code }: RowProblem) => void edits.keep(row, code),
    onShowRow: (position: number) => void showRow(position),
  }

  return (
    <SetupFrame
      step="recipients"
      rewardType={rewardType}
      className="page page-broad pb-8"
      status={<ListStatus list={list} edits={edits} />}
      // People may be on the list already: then the next step decides.
      missing={isEmpty && !list.isRefreshing ? i18n.t('Add at least one person to continue.') : valueSentence}
      beforeLeaving={edits.flush}
      {...(backTo === 'payment' && {
        action: {
          label: i18n.t('Back to payment'),
          onPress: () => navigate({ to: '/checkout/payment-confirmation' }),
        },
      })}
    >
      <RecipientsTitle item={item} first={list.rowAt(0)}>
        {!isEmpty && (
          <>
            <SearchField rewardType={rewardType} view={typed} onView={setView} />
            {!isValueShown && (
              <EveryoneValueButton {...everyone} isOpen={isAskingValue} onOpen={setAskingValue} />
            )}
            <AddMenus ways={add.ways} tools={add.tools} />
          </>
        )}
      </RecipientsTitle>
      {isNarrow && !isEmpty && (
        <div className="pb-2.5">
          <Counts list={list} />
        </div>
      )}
      <ImportStrips
        itemId={item.id}
        rewardType={rewardType}
        hasPeople={list.totalCount > 0}
        list={list}
        importing={importing}
        onShowAttention={() => setView({ ...EVERYONE, only: 'attention' })}
      />
      {isValueShown && <EveryoneValue {...everyone} className="border-line border-t py-4" />}
      {isEmpty ? (
        <EmptyList rewardType={rewardType} ways={add.ways} onTemplate={onTemplate} />
      ) : (
        <>
          <ListFilter rewardType={rewardType} view={typed} list={list} onView={setView} />
          <FixAll itemId={item.id} rewardType={rewardType} view={typed} list={list} changes={changes} />
          <ValueForKind
            view={view}
            count={list.count}
            everyoneCents={everyoneCents}
            onGive={() => changes.giveEveryonesValue(view)}
          />
          {typed.only === 'attention' && (
            <RepairByFile importing={importing} attention={list.attentionCount} />
          )}
          {(selection.size > 0 || (isNarrow && selection.isChoosing)) && (
            <SelectionBar
              view={view}
              total={list.count}
              rewardType={rewardType}
              limits={limits}
              everyoneCents={everyoneCents}
              selection={selection}
              changes={changes}
              onRemove={removeSelected}
            />
          )}
          {isNarrow ? (
            <PeopleList {...shared} selection={selection} />
          ) : (
            <RecipientsGrid
              {...shared}
              changes={changes}
              selection={selection}
              sort={view.sort}
              onSort={(sort) => setView({ ...typed, sort })}
              onRemoveSelected={removeSelected}
              onList={importing.paste}
            />
          )}
        </>
      )}
      {add.open}
      {sheet.open}
      {isDropping && <DropHint />}
    </SetupFrame>
  )
}

/** Refreshes the list's sums and the import once the server has saved everyone's value. */
function useFreshSums({ id, denominationCents }: CardItem): void {
  const queryClient = useQueryClient()
  const known = useRef(denominationCents)
  useEffect(() => {
    if (known.current === denominationCents) return
    known.current = denominationCents
    queryClient.invalidateQueries({ queryKey: ['recipients', id] })
    queryClient.invalidateQueries({ queryKey: ['imports', 'one'] })
  }, [queryClient, id, denominationCents])
}

/** Shown while a file is dragged over the page. */
function DropHint() {
  const i18n = useTexts()

  return (
    <div className="pointer-events-none fixed inset-3 z-30 grid place-items-center rounded-panel border-2 border-accent-line border-dashed bg-surface/88 text-h3">
      {i18n.t('Drop the file to add its people')}
    </div>
  )
}

type NobodyMatchesProps = { view: ListView; onView: (view: ListView) => void }

/** Shown for an empty view of a list that has people. */
function NobodyMatches({ view, onView }: NobodyMatchesProps) {
  const i18n = useTexts()
  const typed = view.search.trim()
  return (
    <div className="grid justify-items-center gap-3 px-4 py-10 text-center text-muted">
      <p className="wrap-anywhere">
        {typed === '' ? i18n.t('No one is left in this view.') : noMatchText(typed, view)}
      </p>
      <Button size="compact" onClick={() => onView({ ...EVERYONE, sort: view.sort })}>
        {i18n.t('Show everyone')}
      </Button>
    </div>
  )
}

function noMatchText(typed: string, { only }: ListView): string {
  const i18n = pageTexts()

  if (only === 'everyone') return i18n.t('No one matches “{typed}”.', { typed })
  return only === 'attention'
    ? i18n.t('No one matches “{typed}” among those who need attention.', { typed })
    : i18n.t('No one matches “{typed}” in this view.', { typed })
}

type RemoveSelectedOptions = { selection: RecipientSelection; changes: ListChanges; view: ListView }

/** Confirms, then removes the selected people. The toast offers Undo. */
function useRemoveSelected({ selection, changes, view }: RemoveSelectedOptions): () => void {
  const i18n = useTexts()

  return () => {
    const { size } = selection
    if (size === 0) return
    openModal('confirm-dialog', {
      title: i18n.t('Remove {people, plural, one {# person} other {# people}}?', { people: size }),
      text: i18n.t('Other lists and orders don’t change.'),
      confirm: i18n.t('Remove {people, plural, one {# person} other {# people}}', { people: size }),
      cancel: size === 1 ? i18n.t('Keep this person') : i18n.t('Keep them'),
      danger: true,
      onConfirm: async () => {
        await changes.remove(selection.selection, view)
        selection.end()
      },
    })
  }
}

/**
 * The index, from 0, of the row with a position. Removed people leave gaps in the positions, so a
 * row's index is at most its position; a binary search over the pages finds it.
 *
 * @returns undefined when the row was removed
 */
async function findPlace(
  queryClient: QueryClient,
  itemId: number,
  position: number,
): Promise<number | undefined> {
  const read = (page: number) => queryClient.fetchQuery(recipientQueries.page(itemId, EVERYONE, page))
  const { count } = await read(1)
  let low = 1
  let high = Math.ceil(Math.min(count, position) / RECIPIENTS_PAGE_SIZE)
  while (low <= high) {
    const page = high - low > 2 ? Math.ceil((low + high) / 2) : high
    const { results } = await read(page)
    const at = results.findIndex((row) => row.position === position)
    if (at !== -1) return (page - 1) * RECIPIENTS_PAGE_SIZE + at
    if ((results[0]?.position ?? Number.POSITIVE_INFINITY) > position) high = page - 1
    else if ((results.at(-1)?.position ?? 0) < position) low = page + 1
    else return undefined
  }
  return undefined
}

type EmptyListProps = { rewardType: RewardType; ways: AddRecipients['ways']; onTemplate: () => void }

function EmptyList({ rewardType, ways, onTemplate }: EmptyListProps) {
  const i18n = useTexts()

  return (
    <div className="rounded-panel border border-line-mid border-dashed">
      <h2 className="sr-only">{i18n.t('The list')}</h2>
      <EmptyState
        title={i18n.t('No one here yet')}
        picture={
          <span className="mx-auto grid size-15 place-items-center rounded-full bg-accent-wash text-accent-text">
            <Icon of={Users} size={26} />
          </span>
        }
        action={
          <div className="grid justify-items-center gap-3">
            <AddButtons ways={ways} />
            <Button look="link" onClick={onTemplate}>
              {i18n.t('Download a template to fill in')}
            </Button>
          </div>
        }
      >
        {i18n.t('Paste rows from a spreadsheet, drop a CSV or Excel file here, or add people one by one.')}{' '}
        {rewardType === 'digital'
          ? i18n.t('Each needs a name and an email address.')
          : i18n.t('Each needs a name and a mailing address.')}
      </EmptyState>
    </div>
  )
}
