import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { companyQueries, type YearEndDetails } from '../../../app/company.queries.ts'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { useSettled } from '../../../parts/use-settled.ts'
import { useJoin } from './use-join.ts'

const SHOWN = 8

/** Finds someone who is this person, too. */
export function JoinDialog({ person, onClose }: { person: YearEndDetails; onClose: () => void }) {
  const i18n = useTexts()
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const join = useJoin(person.id, onClose)
  const { data } = useQuery({
    ...companyQueries.yearEnd({ search, pageSize: SHOWN + 1 }),
    enabled: search !== '',
  })
  const found = search === '' ? [] : (data?.people ?? []).filter(({ id }) => id !== person.id)
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={i18n.t('Join someone with {name}', { name: person.name || i18n.t('this person') })}
    >
      <p className="mt-4 text-muted">
        {i18n.t('Their cards are added up. You can separate them at any time.')}
      </p>
      <TextField
        label={i18n.t('Find a person')}
        type="search"
        className="mt-5"
        value={typed}
        onChange={setTyped}
        placeholder={i18n.t('Name, email, or employee number')}
        before={<Icon of={Search} size={18} className="text-muted" />}
        autoFocus
      />
      <ul className="mt-3" aria-live="polite">
        {found.slice(0, SHOWN).map(({ id, name, email, receivedCents }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-3 last:border-0"
          >
            <span className="min-w-0 flex-1 basis-40">
              <span className="wrap-anywhere block font-medium">{name || email}</span>
              <span className="wrap-anywhere block text-muted text-small">
                {[email, formatCents(receivedCents)].filter((part) => part !== '').join(' · ')}
              </span>
            </span>
            <Button
              size="compact"
              aria-label={i18n.t('Join {name} with this person', { name: name || email })}
              isPending={join.isPending && join.variables === id}
              onClick={() => join.mutate(id)}
            >
              {i18n.t('Join')}
            </Button>
          </li>
        ))}
      </ul>
      {search !== '' && data && found.length === 0 && (
        <p className="py-4 text-muted">
          {i18n.t('No one with cards this year matches “{search}”.', { search })}
        </p>
      )}
    </Modal>
  )
}
