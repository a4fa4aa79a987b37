import { api } from '@laurel/contract/routes'
import { MAX_COMPANY_DOMAINS } from '@laurel/domain/company-domains'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { type Company, companyQueries } from '../../app/company.queries.ts'
import { openModal } from '../../app/modal-store.ts'
import { useTexts } from '../../app/texts.ts'
import { showFailure, showToast } from '../../app/toast-store.ts'
import { Button, buttonClass } from '../../parts/Button.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { DialogFoot } from '../../parts/DialogFoot.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { moment } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { Note } from '../../parts/Note.tsx'
import { Select } from '../../parts/Select.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { type CompanyRole, roleName, rolesToGive } from './company-words.ts'
import { JoinRequests } from './JoinRequests.tsx'
import { domainState, joiningSentence, modeChoices } from './joining-state.ts'
import type { CompanyDomain, Joining } from './joining-words.ts'

const EVERY_MINUTE_MS = 60_000

/** The server looks for its record. */
function isAwaited({ isVerified, isWatched }: CompanyDomain): boolean {
  return !isVerified && isWatched
}

type JoiningProps = { company: Company; roles: readonly CompanyRole[] }

/** How colleagues find the company by their email domain, and who wants to join; for those who manage people. */
export function JoiningSection({ company, roles }: JoiningProps) {
  const i18n = useTexts()
  const { data: joining, error } = useQuery({
    ...companyQueries.joining(),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.domains.some(isAwaited) ? EVERY_MINUTE_MS : false),
  })
  const [isAdding, setAdding] = useState(false)
  if (joining === undefined) {
    return (
      error && (
        <Note tone="bad">{[i18n.t('We couldn’t load who can join.'), formError(error)].join(' ')}</Note>
      )
    )
  }
  const { domains, requests } = joining
  return (
    <>
      <section aria-labelledby="joining">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="joining" className="text-h3">
            {i18n.t('Join by email domain')}
          </h2>
          {domains.length < MAX_COMPANY_DOMAINS && (
            <Button size="compact" onClick={() => setAdding(true)}>
              <Icon of={Plus} size={16} />
              {i18n.t('Add domain')}
            </Button>
          )}
        </div>
        <p className="mt-2 text-muted text-small">{joiningSentence(joining)}</p>
        <ul className="mt-2 divide-y divide-line">
          {domains.map((domain) => (
            <DomainRow key={domain.id} domain={domain} />
          ))}
        </ul>
        {domains.length > 0 && <HowPeopleJoin company={company} roles={roles} joining={joining} />}
      </section>
      {requests.length > 0 && <JoinRequests company={company} roles={roles} joining={joining} />}
      {isAdding && <DomainDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function HowPeopleJoin({ company, roles, joining }: JoiningProps & { joining: Joining }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (body: Partial<Pick<Joining, 'mode' | 'role'>>) => call(api.patchCompanyJoining, { body }),
    onSuccess: (saved) => queryClient.setQueryData(companyQueries.joining().queryKey, saved),
  })
  const choices = rolesToGive(company, roles)
  return (
    <div className="mt-3 grid gap-1">
      {change.error && <Note tone="bad">{formError(change.error)}</Note>}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="text-muted text-small">{i18n.t('People join')}</span>
        <Select
          isInline
          label={i18n.t('How people join')}
          options={modeChoices()}
          value={joining.mode}
          onChange={(mode) => mode && mode !== joining.mode && change.mutate({ mode })}
          isDisabled={change.isPending}
        />
      </div>
      {joining.mode !== 'off' && (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="text-muted text-small">{i18n.t('New people join as')}</span>
          {choices.some(({ value }) => value === joining.role) ? (
            <Select
              isInline
              label={i18n.t('Role of new people')}
              options={choices}
              value={joining.role}
              onChange={(role) => role && role !== joining.role && change.mutate({ role })}
              isDisabled={change.isPending}
            />
          ) : (
            <span className="font-medium">{roleName(roles, joining.role)}</span>
          )}
        </div>
      )}
    </div>
  )
}

function DomainRow({ domain: one }: { domain: CompanyDomain }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const { id, domain, record, checkedAt } = one
  const { tone, tag, text, needsRecord } = domainState(one)
  const check = useMutation({
    mutationFn: () => call(api.checkCompanyDomain, { params: { id } }),
    onSuccess: (saved) => queryClient.setQueryData(companyQueries.joining().queryKey, saved),
    onError: (cause) => showFailure(i18n.t('We couldn’t check {domain}', { domain }), cause),
  })
  const remove = () =>
    openModal('confirm-dialog', {
      title: i18n.t('Remove {domain}?', { domain }),
      text: i18n.t('People can no longer join with this domain. Those who joined stay in the company.'),
      confirm: i18n.t('Remove domain'),
      cancel: i18n.t('Keep domain'),
      danger: true,
      onConfirm: async () => {
        await call(api.removeCompanyDomain, { params: { id } })
        await queryClient.invalidateQueries(companyQueries.joining())
        showToast({ title: i18n.t('{domain} removed', { domain }) })
      },
    })
  return (
    <li className="py-2">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-2">
        <span className="min-w-0 wrap-anywhere font-medium">{domain}</span>
        <span className="flex items-center gap-1">
          <Tag tone={tone}>{tag}</Tag>
          <Menu
            label={i18n.t('Actions for {domain}', { domain })}
            button={<Icon of={Ellipsis} size={18} />}
            buttonClassName={buttonClass('plain', 'round')}
            entries={[
              { id: 'check', label: i18n.t('Check DNS now'), icon: RefreshCw, onPress: () => check.mutate() },
              { id: 'remove', label: i18n.t('Remove domain'), icon: Trash2, isBad: true, onPress: remove },
            ]}
          />
        </span>
      </div>
      {text && <p className="mt-1 text-muted text-small">{text}</p>}
      {needsRecord && (
        <div className="mt-2 grid gap-1">
          <CopyField label={i18n.t('Record for {domain}', { domain })} value={record} />
          <p className="flex flex-wrap items-center justify-between gap-x-3 text-muted text-small">
            <span role="status">
              {checkedAt === null
                ? i18n.t('Not checked yet')
                : i18n.t('Checked {date}', { date: moment(checkedAt) })}
            </span>
            <Button look="link" size="compact" isPending={check.isPending} onClick={() => check.mutate()}>
              {i18n.t('Check now')}
            </Button>
          </p>
        </div>
      )}
    </li>
  )
}

function DomainDialog({ onClose }: { onClose: () => void }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [domain, setDomain] = useState('')
  const adding = useMutation({
    mutationFn: () => call(api.addCompanyDomain, { body: { domain } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(companyQueries.joining().queryKey, saved)
      onClose()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title={i18n.t('Add email domain')}>
      <Form
        onSubmit={() => adding.mutate()}
        check={() => missing({ domain })}
        problem={adding.error}
        className="mt-4 grid gap-5"
      >
        <TextField
          label={i18n.t('Domain')}
          name="domain"
          value={domain}
          onChange={setDomain}
          maxLength={320}
          placeholder="halden.example"
          hint={i18n.t('You’ll get a TXT record for its DNS. It proves that the domain is yours.')}
          autoFocus
        />
        <DialogFoot onClose={onClose} isPending={adding.isPending}>
          {i18n.t('Add domain')}
        </DialogFoot>
      </Form>
    </Modal>
  )
}
