import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import { type Company, companyQueries } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { showFailure, showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Initials } from '../../parts/Initials.tsx'
import { Select } from '../../parts/Select.tsx'
import { type CompanyRole, rolesToGive } from './company-words.ts'
import type { Joining, JoinRequest } from './joining-words.ts'

type RequestsProps = { company: Company; roles: readonly CompanyRole[]; joining: Joining }

/** People who want to join the company. */
export function JoinRequests({ company, roles, joining: { requests, role } }: RequestsProps) {
  const i18n = useTexts()
  const choices = rolesToGive(company, roles)
  return (
    <section aria-labelledby="join-requests">
      <h2 id="join-requests" className="text-h3">
        {i18n.t('{people, plural, one {# person wants} other {# people want}} to join', {
          people: requests.length,
        })}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {requests.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            companyName={company.name}
            choices={choices}
            role={choices.some(({ value }) => value === role) ? role : choices.at(-1)!.value}
          />
        ))}
      </ul>
    </section>
  )
}

type RowProps = {
  request: JoinRequest
  companyName: string
  choices: ReturnType<typeof rolesToGive>
  /** What new people join as, if the reader can give it. */
  role: string
}

function RequestRow({ request: { id, name, email }, companyName, choices, role }: RowProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<string>()
  const decide = useMutation({
    mutationFn: (isApproved: boolean) =>
      isApproved
        ? call(api.approveJoinRequest, { params: { id }, body: { role: chosen ?? role } })
        : call(api.declineJoinRequest, { params: { id } }),
    onSuccess: (_, isApproved) =>
      showToast({
        title: isApproved
          ? i18n.t('{name} joined {company}', { name, company: companyName })
          : i18n.t('{name} was declined', { name }),
      }),
    // Another admin may have decided first, so the list is read again in any case.
    onError: (cause) => showFailure(i18n.t('We couldn’t update {name}’s request', { name }), cause),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(companyQueries.joining()),
        queryClient.invalidateQueries(companyQueries.people()),
        queryClient.invalidateQueries(companyQueries.mine()),
      ]),
  })
  return (
    <li className="grid gap-2 py-3">
      <span className="flex min-w-0 items-center gap-3">
        <Initials name={name} />
        <span className="min-w-0">
          <span className="block break-words font-semibold">{name}</span>
          <span className="block wrap-anywhere text-muted text-small">{email}</span>
        </span>
      </span>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Select
          isInline
          label={i18n.t('Role of {name}', { name })}
          options={choices}
          value={chosen ?? role}
          onChange={(key) => key && setChosen(key)}
          isDisabled={decide.isPending}
          className="ms-2.5"
        />
        <span className="flex gap-2">
          <Button
            look="plain"
            size="compact"
            aria-label={i18n.t('Decline {name}', { name })}
            isDisabled={decide.isPending}
            onClick={() => decide.mutate(false)}
          >
            {i18n.t('Decline')}
          </Button>
          <Button
            size="compact"
            aria-label={i18n.t('Approve {name}', { name })}
            isPending={decide.isPending && decide.variables}
            onClick={() => decide.mutate(true)}
          >
            {i18n.t('Approve')}
          </Button>
        </span>
      </div>
    </li>
  )
}
