import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { savedQueries } from '../../app/recipient-lists.queries.ts'
import { ListHead } from './ListHead.tsx'
import { ListNav } from './ListNav.tsx'
import type { RecipientsSearch } from './recipients-search.ts'
import { SavedPeople } from './SavedPeople.tsx'
import { usePersonDialog } from './use-person-dialog.tsx'

/** The customer's address book of recipients: everybody saved, and the lists they are kept in. */
export function RecipientsBookScreen({ search: { list: listId, page = 1 } }: { search: RecipientsSearch }) {
  const navigate = useNavigate()
  const { data: lists } = useSuspenseQuery(savedQueries.lists())
  const list = lists.find(({ id }) => id === listId)
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const view = { listId: list?.id ?? null, search, page }
  const people = useQuery(savedQueries.people(view))
  const dialog = usePersonDialog(list)

  function go(to: RecipientsSearch) {
    void navigate({ to: '/recipients', search: to, resetScroll: false })
  }

  return (
    <div className="page pt-12 pb-24 narrow:pt-8 narrow:pb-16">
      <h1>Saved recipients</h1>
      <p className="mt-2 max-w-[60ch] pb-8 text-muted">
        People you keep for the next card. Save a list while you choose a card’s recipients, and add it to any
        later one.
      </p>
      <div className="grid grid-cols-[260px_minmax(0,1fr)] items-start gap-x-12 gap-y-8 mid:grid-cols-1">
        <ListNav lists={lists} current={list?.id ?? null} onGo={go} />
        <section aria-labelledby="book-heading" className="min-w-0">
          <ListHead list={list} onAdd={dialog.add} onGo={go} />
          <SavedPeople
            people={people}
            page={page}
            list={list}
            typed={typed}
            onTyped={(next) => {
              setTyped(next)
              if (page > 1) go(list ? { list: list.id } : {})
            }}
            onPage={(next) => go({ ...(list && { list: list.id }), ...(next > 1 && { page: next }) })}
            onEdit={dialog.edit}
          />
        </section>
      </div>
      {dialog.open}
    </div>
  )
}
