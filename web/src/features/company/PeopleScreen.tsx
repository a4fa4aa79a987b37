import { mayInCompany } from '@laurel/domain/company-roles'
import { useSuspenseQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { companyQueries } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { EmptyState } from '../../parts/Note.tsx'
import { InviteDialog } from './CompanyDialogs.tsx'
import { peopleSentence } from './company-words.ts'
import { Invitations } from './Invitations.tsx'
import { JoiningSection } from './JoiningSection.tsx'
import { PeopleSection } from './PeopleSection.tsx'
import { ProposalsHere } from './Proposals.tsx'
import { RolesSummary } from './RolesSummary.tsx'
import { TeamsSection } from './TeamsSection.tsx'

/** The people of the current company, and the open invitations. */
export function PeopleScreen() {
  const i18n = useTexts()
  const { data } = useSuspenseQuery(companyQueries.people())
  const { company, people, teams, roles, invitations } = data
  const [isInviting, setInviting] = useState(false)
  const isManager = mayInCompany(company, 'people.manage')
  const isAlone = people.length === 1 && invitations.length === 0

  return (
    <>
      <ProposalsHere />
      <div className="flex flex-wrap items-center justify-between gap-4 pb-8">
        <p className="text-muted">{peopleSentence(people.length, invitations.length)}</p>
        {isManager && (
          <Button look="primary" className="narrow:w-full" onClick={() => setInviting(true)}>
            <Icon of={UserPlus} />
            {i18n.t('Invite people')}
          </Button>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_328px] gap-12 mid:grid-cols-[minmax(0,1fr)] mid:gap-10">
        <div className="grid content-start gap-10">
          <PeopleSection company={company} people={people} teams={teams} roles={roles} />
          {isAlone && isManager && (
            <div className="rounded-panel border border-line-mid border-dashed">
              <EmptyState title={i18n.t('Order together')}>
                {i18n.t(
                  'Invite your colleagues. They’ll see the company’s orders, and their role determines what else they can do.',
                )}
              </EmptyState>
            </div>
          )}
          {invitations.length > 0 && <Invitations invitations={invitations} roles={roles} />}
        </div>
        <aside className="grid content-start gap-10">
          {isManager && <JoiningSection company={company} roles={roles} />}
          <TeamsSection company={company} teams={teams} people={people} />
          <RolesSummary company={company} roles={roles} />
        </aside>
      </div>
      {isInviting && <InviteDialog company={company} roles={roles} onClose={() => setInviting(false)} />}
    </>
  )
}
