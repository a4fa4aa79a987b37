import { COMPANY_ROLE_WORDS, COMPANY_ROLES, mayInCompany } from '@laurel/domain/company-roles'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Pencil, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { companyQueries } from '../../app/company.queries.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { EmptyState } from '../../parts/Note.tsx'
import { InviteDialog, RenameDialog } from './CompanyDialogs.tsx'
import { peopleSentence } from './company-words.ts'
import { Invitations } from './Invitations.tsx'
import { PeopleSection } from './PeopleSection.tsx'

/** The people of the current company, and the open invitations. */
export function CompanyScreen() {
  const { data } = useSuspenseQuery(companyQueries.people())
  const { company, people, invitations } = data
  const [open, setOpen] = useState<'invite' | 'rename'>()
  const isManager = mayInCompany(company.role, 'people.manage')
  const isAlone = people.length === 1 && invitations.length === 0
  const close = () => setOpen(undefined)

  return (
    <div className="page pb-24">
      <header className="flex flex-wrap items-end gap-4 pt-12 pb-6 narrow:pt-8 narrow:pb-4">
        <div className="min-w-[min(100%,320px)] flex-1">
          <div className="flex items-center gap-2">
            <h1 className="min-w-0 break-words">{company.name}</h1>
            {isManager && (
              <Button look="plain" size="round" aria-label="Rename company" onClick={() => setOpen('rename')}>
                <Icon of={Pencil} size={18} />
              </Button>
            )}
          </div>
          <p className="mt-2 text-muted">{peopleSentence(people.length, invitations.length)}</p>
        </div>
        {isManager && (
          <Button look="primary" size="big" className="narrow:w-full" onClick={() => setOpen('invite')}>
            <Icon of={UserPlus} />
            Invite people
          </Button>
        )}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)_300px] gap-14 border-line border-t pt-8 mid:grid-cols-[minmax(0,1fr)] mid:gap-10">
        <div className="grid content-start gap-10">
          <PeopleSection company={company} people={people} />
          {isAlone && isManager && (
            <div className="rounded-panel border border-line-mid border-dashed">
              <EmptyState title="Order together">
                Invite your colleagues. They’ll see the company’s orders, and their role says what else they
                can do.
              </EmptyState>
            </div>
          )}
          {invitations.length > 0 && <Invitations invitations={invitations} />}
        </div>
        <aside aria-labelledby="roles">
          <h2 id="roles" className="text-h3">
            Roles
          </h2>
          <dl className="mt-3 grid gap-3">
            {COMPANY_ROLES.map((role) => (
              <div key={role}>
                <dt className="font-medium">{COMPANY_ROLE_WORDS[role].label}</dt>
                <dd className="text-muted text-small">{COMPANY_ROLE_WORDS[role].says}</dd>
              </div>
            ))}
          </dl>
        </aside>
      </div>
      {open === 'invite' && <InviteDialog company={company} onClose={close} />}
      {open === 'rename' && <RenameDialog company={company} onClose={close} />}
    </div>
  )
}
