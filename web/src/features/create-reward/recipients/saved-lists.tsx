import { api } from '@laurel/contract/routes'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { call, freshKey } from '../../../app/call.ts'
import { type RecipientList, SAVED_PAGE_SIZE, savedQueries } from '../../../app/customer.queries.ts'
import { pageTexts, useTexts } from '../../../app/texts.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { NameField, nameErrors } from '../../../parts/NameField.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Select } from '../../../parts/Select.tsx'
import { mayChange, ShareCheckbox, sharedText } from '../../../parts/Sharing.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { refreshList } from './recipients-cache.ts'

type AddFromSavedProps = { itemId: number; onDone: () => void }

/** Adds a saved list, or selected people of it. Skips people who are on this list already. */
export function AddFromSaved({ itemId, onDone }: AddFromSavedProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const { data: lists = [], error, isPending } = useQuery(savedQueries.lists())
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [some, setSome] = useState<ReadonlySet<number> | null>(null)
  const key = useRef(freshKey())
  const list = lists.find(({ id }) => id === chosenId) ?? lists[0]
  const add = useMutation({
    mutationFn: (listId: number) =>
      call(api.addListToCardItem, {
        params: { id: listId },
        body: { cardItemId: itemId, ...(some && { personIds: [...some] }) },
        idempotencyKey: key.current,
      }),
    onSuccess: async ({ addedCount, skippedCount }) => {
      await refreshList(queryClient, itemId)
      showToast({
        tone: addedCount > 0 ? 'good' : 'plain',
        title: i18n.t('{people, plural, one {# person} other {# people}} added', { people: addedCount }),
        ...(skippedCount > 0 && {
          text: i18n.t('{people, plural, one {# was} other {# were}} already on the list.', {
            people: skippedCount,
          }),
        }),
      })
      onDone()
    },
    onError: () => {
      key.current = freshKey()
    },
  })

  if (isPending) return <p className="mt-4 text-muted">{i18n.t('Reading your lists')}</p>
  if (!list) {
    return (
      <p className="mt-4 text-muted">
        {error
          ? (formError(error) ?? i18n.t('We couldn’t load your lists.'))
          : i18n.t('No saved lists yet. Save a card’s recipients to use them again here.')}
      </p>
    )
  }
  const number = some?.size ?? list.peopleCount
  return (
    <div className="mt-4 grid gap-4">
      <Select
        label={i18n.t('Saved list')}
        name="list"
        options={lists.map(listOption)}
        value={list.id}
        onChange={(id) => {
          setChosenId(id)
          setSome(null)
        }}
      />
      {some ? (
        <PeopleOfList listId={list.id} chosen={some} onChosen={setSome} />
      ) : (
        <Button look="link" className="justify-self-start" onClick={() => setSome(new Set())}>
          {i18n.t('Choose some of them')}
        </Button>
      )}
      {add.error && (
        <Note tone="bad">{formError(add.error) ?? i18n.t('We couldn’t add them. Try again.')}</Note>
      )}
      <div className="flex justify-end">
        <Button
          look="primary"
          isPending={add.isPending}
          isDisabled={number === 0}
          onClick={() => add.mutate(list.id)}
        >
          {number === 0
            ? i18n.t('Choose who to add')
            : i18n.t('Add {people, plural, one {# person} other {# people}}', { people: number })}
        </Button>
      </div>
    </div>
  )
}

type PeopleOfListProps = {
  listId: number
  chosen: ReadonlySet<number>
  onChosen: (ids: ReadonlySet<number>) => void
}

function PeopleOfList({ listId, chosen, onChosen }: PeopleOfListProps) {
  const i18n = useTexts()
  const [search, setSearch] = useState('')
  const people = useInfiniteQuery({
    queryKey: ['saved-people', listId, search, 'more'],
    queryFn: ({ pageParam, signal }) =>
      call(api.listListPeople, {
        params: { id: listId },
        query: { page: pageParam, pageSize: SAVED_PAGE_SIZE, ...(search !== '' && { search }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _, page) => (next === null ? undefined : page + 1),
  })
  function toggle(id: number) {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChosen(next)
  }
  return (
    <div className="grid gap-3">
      <TextField label={i18n.t('Find a person')} type="search" value={search} onChange={setSearch} />
      <ul
        className="max-h-[260px] overflow-auto rounded-control border border-line"
        aria-label={i18n.t('People')}
      >
        {people.data?.pages
          .flatMap(({ results }) => results)
          .map((person) => (
            <li key={person.id} className="border-line/60 border-b last:border-b-0">
              <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3.5">
                <input
                  type="checkbox"
                  checked={chosen.has(person.id)}
                  onChange={() => toggle(person.id)}
                  className="size-5 accent-accent-line"
                />
                <span className="min-w-0 flex-1 truncate">
                  {`${person.firstName} ${person.lastName}`.trim() || person.email}{' '}
                  <span className="text-muted text-small">{person.city || person.email}</span>
                </span>
              </label>
            </li>
          ))}
        {people.hasNextPage && (
          <li className="p-2 text-center">
            <Button
              size="compact"
              look="plain"
              isPending={people.isFetchingNextPage}
              onClick={() => people.fetchNextPage()}
            >
              {i18n.t('Show more')}
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}

function listOption({ id, name, peopleCount, shared }: RecipientList) {
  const i18n = pageTexts()

  const people = i18n.t('{peopleCount, plural, one {# person} other {# people}}', { peopleCount })
  const by = sharedText(shared)
  return { value: id, label: name, detail: by ? `${people}. ${by}` : people }
}

type SaveListFormProps = { itemId: number; total: number; onDone: () => void }

const A_NEW_ONE = 0

/** Saves the card's people to a new or existing list for later orders. */
export function SaveListForm({ itemId, total, onDone }: SaveListFormProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const { data: lists = [] } = useQuery(savedQueries.lists())
  const [listId, setListId] = useState<number>(A_NEW_ONE)
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const changeable = lists.filter(mayChange)
  const key = useRef(freshKey())
  const save = useMutation({
    mutationFn: () =>
      call(api.saveRecipients, {
        params: { id: itemId },
        body: listId === A_NEW_ONE ? { name: name.trim(), isShared } : { listId },
        idempotencyKey: key.current,
      }),
    onSuccess: ({ list, savedCount, skippedCount }) => {
      queryClient.invalidateQueries({ queryKey: ['saved-lists'] })
      queryClient.invalidateQueries({ queryKey: ['saved-people'] })
      showToast({
        title: i18n.t('{people, plural, one {# person} other {# people}} saved in {name}', {
          people: savedCount,
          name: list.name,
        }),
        ...(skippedCount > 0 && {
          text: i18n.t(
            '{rows, plural, one {# row was} other {# rows were}} skipped because they’re duplicates or need attention.',
            { rows: skippedCount },
          ),
        }),
      })
      onDone()
    },
    // Another attempt is another intent, since the name may differ.
    onError: () => {
      key.current = freshKey()
    },
  })

  return (
    <Form
      onSubmit={() => save.mutate()}
      check={() => (listId === A_NEW_ONE ? nameErrors('list', name) : {})}
      problem={save.error}
      className="mt-4 grid gap-4"
    >
      <p className="text-muted">
        {i18n.t(
          '{people, plural, one {# person} other {# people}} with their addresses, without values and messages, for use on later cards.',
          { people: total },
        )}
      </p>
      {changeable.length > 0 && (
        <Select
          label={i18n.t('Save in')}
          name="listId"
          options={[{ value: A_NEW_ONE, label: i18n.t('A new list') }, ...changeable.map(listOption)]}
          value={listId}
          onChange={(next) => setListId(next ?? A_NEW_ONE)}
        />
      )}
      {listId === A_NEW_ONE && <NameField of="list" value={name} onChange={setName} />}
      {listId === A_NEW_ONE && <ShareCheckbox isShared={isShared} onChange={setShared} />}
      <div className="flex justify-end">
        <Button look="primary" type="submit" isPending={save.isPending}>
          {i18n.t('Save this list')}
        </Button>
      </div>
    </Form>
  )
}
