import type { UseQueryResult } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { formError } from '../../app/api-problem.ts'
import { type RecipientList, SAVED_PAGE_SIZE, type SavedPerson } from '../../app/customer.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { count } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { EmptyState, Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { mayChange } from '../../parts/Sharing.tsx'
import { Cell, Table } from '../../parts/Table.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { addressOf, datesOf, personName } from './use-person-dialog.tsx'

type SavedPeopleProps = {
  people: UseQueryResult<{ count: number; results: SavedPerson[] }>
  page: number
  list: RecipientList | undefined
  typed: string
  onTyped: (text: string) => void
  onPage: (page: number) => void
  onEdit: (person: SavedPerson) => void
}

/** Saved people, a page at a time. A click opens a person. */
export function SavedPeople({ people, page, list, typed, onTyped, onPage, onEdit }: SavedPeopleProps) {
  const i18n = useTexts()
  const { data, error, isPlaceholderData, refetch } = people
  const total = data?.count ?? 0
  const isEmpty = data !== undefined && total === 0 && typed.trim() === ''
  if (error) {
    return (
      <Note
        tone="bad"
        action={
          <Button size="compact" onClick={() => refetch()}>
            {i18n.t('Try again')}
          </Button>
        }
      >
        {formError(error) ?? i18n.t('We couldn’t load these people.')}
      </Note>
    )
  }
  if (isEmpty) return <NobodySaved list={list} />
  return (
    <>
      <TextField
        label={i18n.t('Find a person')}
        type="search"
        value={typed}
        onChange={onTyped}
        placeholder={i18n.t('Name, email, or city')}
        before={<Icon of={Search} size={18} className="text-muted" />}
        className="mb-3 max-w-[340px]"
      />
      {data ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
          <PeopleTable people={data.results} onEdit={!list || mayChange(list) ? onEdit : undefined} />
          {total === 0 && (
            <p className="py-6 text-muted">
              {i18n.t('No one matches “{search}”.', { search: typed.trim() })}
            </p>
          )}
        </div>
      ) : (
        <Loading label={i18n.t('Loading the people')}>
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </Loading>
      )}
      {total > SAVED_PAGE_SIZE && (
        <div className="flex flex-wrap items-center justify-between gap-3 pt-4">
          <span className="text-muted text-small">
            {i18n.t('{first} to {last} of {total}', {
              first: count((page - 1) * SAVED_PAGE_SIZE + 1),
              last: count(Math.min(total, page * SAVED_PAGE_SIZE)),
              total: count(total),
            })}
          </span>
          <span className="flex gap-2">
            <Button size="compact" isDisabled={page === 1} onClick={() => onPage(page - 1)}>
              {i18n.t('Previous')}
            </Button>
            <Button
              size="compact"
              isDisabled={page * SAVED_PAGE_SIZE >= total}
              onClick={() => onPage(page + 1)}
            >
              {i18n.t('Next')}
            </Button>
          </span>
        </div>
      )}
    </>
  )
}

type PeopleTableProps = {
  people: readonly SavedPerson[]
  /** Undefined for a list that a colleague shared. */
  onEdit: ((person: SavedPerson) => void) | undefined
}

function PeopleTable({ people, onEdit }: PeopleTableProps) {
  const i18n = useTexts()

  return (
    <Table
      stacks
      aria-label={i18n.t('People')}
      columns={[
        i18n.t('Name'),
        i18n.t('Address'),
        i18n.t('Email'),
        ...(onEdit ? [{ title: i18n.t('Change'), isUnseen: true }] : []),
      ]}
    >
      {people.map((person) => (
        <tr key={person.id}>
          <Cell className="font-semibold narrow:self-center">
            {personName(person) || i18n.t('No name yet')}
          </Cell>
          <Cell className="text-muted narrow:col-span-full narrow:row-start-2">{addressOf(person)}</Cell>
          <Cell className="text-muted wrap-anywhere narrow:col-span-full narrow:row-start-3">
            {person.email}
            {datesOf(person) !== '' && <span className="block text-small">{datesOf(person)}</span>}
          </Cell>
          {onEdit && (
            <Cell isNumber className="narrow:col-start-2 narrow:row-start-1">
              <Button
                size="compact"
                look="plain"
                aria-label={i18n.t('Change {name}', { name: personName(person) || person.email })}
                onClick={() => onEdit(person)}
              >
                {i18n.t('Change')}
              </Button>
            </Cell>
          )}
        </tr>
      ))}
    </Table>
  )
}

function NobodySaved({ list }: { list: RecipientList | undefined }) {
  const i18n = useTexts()

  return (
    <div className="rounded-panel border border-line-mid border-dashed">
      <EmptyState title={list ? i18n.t('No one on this list yet') : i18n.t('No one saved yet')}>
        {list
          ? i18n.t('Add people here, or save a card’s recipients to this list.')
          : i18n.t('Add recipients to a card, then save them. They’ll be here for your next card.')}
      </EmptyState>
    </div>
  )
}
