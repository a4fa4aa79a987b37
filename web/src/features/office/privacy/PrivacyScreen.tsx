import { api } from '@laurel/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button, LinkButton } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { EmptyState } from '../../../parts/Note.tsx'
import { download } from '../../../parts/save-file.ts'
import { Loaded, Panel, ScreenHead } from '../ListParts.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useSave } from '../office-mutations.ts'
import { SearchBox } from '../SearchBox.tsx'
import { Erasures } from './Erasures.tsx'
import { type FoundPerson, MIN_SEARCH, privacyQueries } from './privacy.queries.ts'

/** Finds a person in everything the site has, to export or erase. The search isn't in the URL, which others may see. */
export function PrivacyScreen() {
  const [search, setSearch] = useState('')
  const read = useQuery(privacyQueries.people(search))
  return (
    <>
      <ScreenHead
        title="Privacy"
        text="Find everything about one person: in orders, deliveries, saved lists, and accounts."
      >
        <SearchBox
          label="Search people"
          placeholder="Last name, full name, or email"
          searched={search}
          onSearch={setSearch}
        />
      </ScreenHead>
      <Panel title="People found" head="sr-only">
        {search.length < MIN_SEARCH ? (
          <EmptyState title="Search for a person">
            Enter at least {MIN_SEARCH} characters of a last name, a full name, or an email. A ZIP code after
            the name narrows the search.
          </EmptyState>
        ) : (
          <div className={read.isPlaceholderData ? 'opacity-60' : ''} aria-busy={read.isPlaceholderData}>
            <Loaded label="People" read={read}>
              {({ results, hasMore }) => <People people={results} hasMore={hasMore} />}
            </Loaded>
          </div>
        )}
      </Panel>
      <Erasures />
    </>
  )
}

function People({ people, hasMore }: { people: readonly FoundPerson[]; hasMore: boolean }) {
  if (people.length === 0) {
    return <EmptyState title="No people found">Try the email, or the beginning of the last name.</EmptyState>
  }
  return (
    <>
      <ul className="max-w-[860px] border-line border-t">
        {people.map((person) => (
          <Person key={person.key} person={person} />
        ))}
      </ul>
      {hasMore && <p className="mt-4 text-muted">More people match. Enter more of the name or the email.</p>}
    </>
  )
}

function Person({ person }: { person: FoundPerson }) {
  const [isAsking, setAsking] = useState(false)
  const { key, name, email, address, recordCount, orderNumbers, customerId } = person
  const title = name || email
  const exportAs = (format: 'csv' | 'json') =>
    void download(`person.${format}`, () => call(api.exportPerson, { body: { key, format } }))
  return (
    <li className="grid gap-3 border-line border-b py-4">
      <div className="min-w-0">
        <h3 className="wrap-anywhere font-semibold text-body">{title}</h3>
        <p className="wrap-anywhere text-muted text-small">
          {[...new Set([email, address])].filter((part) => part !== '' && part !== title).join(' · ')}
        </p>
        <p className="text-small">
          {plural(recordCount, 'record')}
          {orderNumbers.length > 0 &&
            ` in ${orderNumbers.length === 1 ? 'order' : 'orders'} ${orderNumbers.join(', ')}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="compact" onClick={() => exportAs('csv')} aria-label={`Export CSV of ${title}`}>
          Export CSV
        </Button>
        <Button size="compact" onClick={() => exportAs('json')} aria-label={`Export JSON of ${title}`}>
          Export JSON
        </Button>
        {customerId === null ? (
          <Button size="compact" onClick={() => setAsking(true)} aria-label={`Erase person ${title}`}>
            Erase person
          </Button>
        ) : (
          <LinkButton size="compact" to="/office/customers/$id" params={{ id: String(customerId) }}>
            Open account
          </LinkButton>
        )}
      </div>
      {customerId !== null && (
        <p className="text-muted text-small">To erase this person, close their account first.</p>
      )}
      {isAsking && <AskDialog person={person} title={title} onClose={() => setAsking(false)} />}
    </li>
  )
}

type AskDialogProps = { person: FoundPerson; title: string; onClose: () => void }

function AskDialog({ person: { key }, title, onClose }: AskDialogProps) {
  const ask = useSave({
    save: () => call(api.askErasure, { body: { key, name: title } }),
    done: 'Erasure requested',
    onDone: onClose,
  })
  return (
    <OfficeDialog
      title={`Erase ${title}?`}
      lead={
        <>
          <p>
            We’ll remove the name, addresses, and messages from all orders and lists. Amounts and dates stay.
            Erasing can’t be undone.
          </p>
          <p>A colleague has to approve it. Unclaimed cards keep their recipient until they’re claimed.</p>
        </>
      }
      submit="Request erasure"
      isDanger
      request={ask}
      onClose={onClose}
    />
  )
}
