import { api } from '@laurel/contract/routes'
import { mayInCompany } from '@laurel/domain/company-roles'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, LogOut, Search, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import {
  type Budget,
  type Company,
  companyQueries,
  refreshBudgets,
  resetCompanyData,
} from '../../app/company.queries.ts'
import { forgetCompany } from '../../app/company-choice.ts'
import { openModal } from '../../app/modal-store.ts'
import { paths } from '../../app/paths.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { buttonClass } from '../../parts/Button.tsx'
import { day } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Initials } from '../../parts/Initials.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { Note } from '../../parts/Note.tsx'
import { Select } from '../../parts/Select.tsx'
import { Cell, Table } from '../../parts/Table.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { canSpend } from './budget-words.ts'
import {
  type CompanyPerson,
  type CompanyRole,
  type CompanyTeam,
  matches,
  roleName,
  rolesToGive,
} from './company-words.ts'

const SEARCH_FROM = 9
/** No team has this ID. */
const NO_TEAM = 0

type PersonChange = { role?: string; teamId?: number | null }

type PeopleSectionProps = {
  company: Company
  people: readonly CompanyPerson[]
  teams: readonly CompanyTeam[]
  roles: readonly CompanyRole[]
}

export function PeopleSection({ company, people, teams, roles }: PeopleSectionProps) {
  const i18n = useTexts()
  const [typed, setTyped] = useState('')
  const found = people.filter((person) => matches(person, typed))
  const change = useChangePerson(roles, teams)
  // Others know only the budgets that apply to them.
  const seesBudgets =
    company.hasBudgets && (mayInCompany(company, 'budgets.manage') || mayInCompany(company, 'money.see'))
  const { data: budgets } = useQuery({ ...companyQueries.budgets(), enabled: seesBudgets })
  return (
    <section aria-labelledby="people">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id="people" className="text-h3">
          {i18n.t('People')}
        </h2>
        {people.length >= SEARCH_FROM && (
          <TextField
            label={i18n.t('Find a person')}
            type="search"
            value={typed}
            onChange={setTyped}
            placeholder={i18n.t('Name or email')}
            before={<Icon of={Search} size={18} className="text-muted" />}
            className="w-[280px] narrow:w-full"
          />
        )}
      </div>
      {change.error && (
        <Note tone="bad" className="mt-3">
          {formError(change.error)}
        </Note>
      )}
      <Table
        aria-labelledby="people"
        className="mt-2 table-fixed"
        columns={[
          { title: i18n.t('Name'), className: 'w-auto' },
          { title: i18n.t('Role'), className: 'w-[150px] narrow:w-[104px] narrow:px-0' },
          ...(teams.length > 0 ? [{ title: i18n.t('Team'), className: 'w-[150px] mid:hidden' }] : []),
          seesBudgets
            ? { title: i18n.t('Can spend'), className: 'w-[170px] narrow:hidden' }
            : { title: i18n.t('Joined'), className: 'w-[110px] narrow:hidden' },
          { title: i18n.t('Actions'), isUnseen: true, className: 'w-[56px] narrow:w-[44px]' },
        ]}
      >
        {found.map((person) => (
          <PersonRow
            key={person.id}
            company={company}
            person={person}
            teams={teams}
            roles={roles}
            budgets={seesBudgets ? (budgets ?? []) : undefined}
            isOnly={people.length === 1}
            isChanging={change.isPending}
            onChange={(changed) => change.mutate({ person, ...changed })}
          />
        ))}
      </Table>
      {found.length === 0 && (
        <p className="py-6 text-muted">{i18n.t('No one matches “{search}”.', { search: typed.trim() })}</p>
      )}
    </section>
  )
}

type PersonRowProps = {
  company: Company
  person: CompanyPerson
  teams: readonly CompanyTeam[]
  roles: readonly CompanyRole[]
  /** Undefined if there are none, or the reader doesn't see them all. */
  budgets: readonly Budget[] | undefined
  /** A company's only person is its admin and can't leave it. */
  isOnly: boolean
  isChanging: boolean
  onChange: (changed: PersonChange) => void
}

function PersonRow(props: PersonRowProps) {
  const i18n = useTexts()
  const { company, person, teams, roles, budgets, isOnly, isChanging, onChange } = props
  const choices = rolesToGive(company, roles)
  // Whose role can do more than the reader's is for an admin to change.
  const isManager =
    mayInCompany(company, 'people.manage') && choices.some(({ value }) => value === person.role)
  const spends = roles.some(
    ({ key, capabilities }) => key === person.role && capabilities.includes('orders.place'),
  )
  return (
    <tr>
      <Cell className="narrow:pe-1">
        <span className="flex min-w-0 items-center gap-3 narrow:gap-2.5">
          <Initials name={person.name} />
          <span className="min-w-0">
            <span className="block break-words font-semibold">
              {person.name}
              {person.isYou && <span className="font-normal text-muted"> ({i18n.t('you')})</span>}
            </span>
            <span className="block wrap-anywhere text-muted text-small">{person.email}</span>
          </span>
        </span>
      </Cell>
      <Cell className="narrow:px-0">
        {isManager && !isOnly ? (
          <Select
            isInline
            label={i18n.t('Role of {name}', { name: person.name })}
            options={choices}
            value={person.role}
            onChange={(role) => role && role !== person.role && onChange({ role })}
            isDisabled={isChanging}
          />
        ) : (
          roleName(roles, person.role)
        )}
      </Cell>
      {teams.length > 0 && (
        <Cell className="mid:hidden">
          <TeamOf {...props} />
        </Cell>
      )}
      <Cell className="text-muted narrow:hidden">
        {budgets === undefined ? (
          <time dateTime={person.joinedAt}>{day(person.joinedAt)}</time>
        ) : (
          spends && canSpend(person, budgets)
        )}
      </Cell>
      <Cell className="text-end narrow:ps-0">
        {(isManager || person.isYou) && !isOnly && <RowMenu company={company} person={person} />}
      </Cell>
    </tr>
  )
}

function TeamOf({ company, person, teams, isChanging, onChange }: PersonRowProps) {
  const i18n = useTexts()

  if (!mayInCompany(company, 'people.manage')) {
    return teams.find(({ id }) => id === person.teamId)?.name ?? ''
  }
  return (
    <Select
      isInline
      label={i18n.t('Team of {name}', { name: person.name })}
      options={[
        { value: NO_TEAM, label: i18n.t('None') },
        ...teams.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={person.teamId ?? NO_TEAM}
      onChange={(id) => {
        const teamId = id === NO_TEAM ? null : id
        if (teamId !== person.teamId) onChange({ teamId })
      }}
      isDisabled={isChanging}
    />
  )
}

function RowMenu({ company, person }: { company: Company; person: CompanyPerson }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const leave = () =>
    askToLeave(company, async () => {
      await call(api.removeCompanyPerson, { params: { id: person.id } })
      await forgetThisCompany(queryClient)
      void navigate({ to: paths.myRewards, search: {} as never })
      showToast({ title: i18n.t('You’ve left {name}', { name: company.name }) })
    })
  const remove = () =>
    askToRemove(company, person, async () => {
      await call(api.removeCompanyPerson, { params: { id: person.id } })
      await queryClient.invalidateQueries(companyQueries.people())
      showToast({
        title: i18n.t('{name} is no longer in {company}', {
          name: person.name,
          company: company.name,
        }),
      })
    })
  return (
    <Menu
      label={i18n.t('Actions for {name}', { name: person.name })}
      button={<Icon of={Ellipsis} size={18} />}
      buttonClassName={buttonClass('plain', 'round')}
      entries={[
        person.isYou
          ? { id: 'leave', label: i18n.t('Leave company'), icon: LogOut, isBad: true, onPress: leave }
          : {
              id: 'remove',
              label: i18n.t('Remove from company'),
              icon: UserMinus,
              isBad: true,
              onPress: remove,
            },
      ]}
    />
  )
}

function askToRemove(company: Company, person: CompanyPerson, onConfirm: () => Promise<void>): void {
  const i18n = pageTexts()

  openModal('confirm-dialog', {
    title: i18n.t('Remove {name} from {company}?', { name: person.name, company: company.name }),
    text: i18n.t('They lose access within a minute. Their orders pass to you.'),
    confirm: i18n.t('Remove person'),
    cancel: i18n.t('Keep them'),
    danger: true,
    onConfirm,
  })
}

function askToLeave({ name }: Company, onConfirm: () => Promise<void>): void {
  const i18n = pageTexts()

  openModal('confirm-dialog', {
    title: i18n.t('Leave {name}?', { name }),
    text: i18n.t(
      'You’ll no longer see the company’s orders, and yours pass to an admin. To come back, you’ll need an admin.',
    ),
    confirm: i18n.t('Leave company'),
    cancel: i18n.t('Stay'),
    danger: true,
    onConfirm,
  })
}

async function forgetThisCompany(queryClient: QueryClient): Promise<void> {
  forgetCompany()
  await queryClient.fetchQuery({ ...companyQueries.mine(), staleTime: 0 })
  void resetCompanyData(queryClient)
}

/** Shown once the server agrees: it refuses to leave a company without an admin. */
function useChangePerson(roles: readonly CompanyRole[], teams: readonly CompanyTeam[]) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ person, ...body }: PersonChange & { person: CompanyPerson }) =>
      call(api.patchCompanyPerson, { params: { id: person.id }, body }),
    onSuccess: ({ name, role, teamId, isYou }, changed) => {
      const team = teams.find(({ id }) => id === teamId)?.name ?? i18n.t('none')
      const now = changed.role !== undefined ? { role: roleName(roles, role) } : { team }
      showToast({ title: changedText(isYou ? undefined : name, now) })
    },
    // After a refusal too: someone else may have changed the caller's own role.
    onSettled: () => refreshBudgets(queryClient),
  })
}

function changedText(name: string | undefined, now: { role: string } | { team: string }): string {
  const i18n = pageTexts()

  if ('role' in now)
    return name === undefined
      ? i18n.t('Your role is now {role}', now)
      : i18n.t('{name}’s role is now {role}', { name, ...now })
  return name === undefined
    ? i18n.t('Your team is now {team}', now)
    : i18n.t('{name}’s team is now {team}', { name, ...now })
}
