import { api } from '@laurel/contract/routes'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ApprovalDelegate, approvalQueries } from '../../../app/approval.queries.ts'
import { call, freshKey } from '../../../app/call.ts'
import { companyQueries } from '../../../app/company.queries.ts'
import { useTexts } from '../../../app/texts.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form, missing } from '../../../parts/Form.tsx'
import { Section } from '../../../parts/Section.tsx'
import { Select } from '../../../parts/Select.tsx'
import { siteDay } from '../../../parts/site-time.ts'
import { TextField } from '../../../parts/TextField.tsx'
import { approversIn } from './rule-words.ts'

/** Who approves in the reader's place, and when. */
export function AwaySection() {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const { people, roles, teams } = useSuspenseQuery(companyQueries.people()).data
  const { data: delegates } = useSuspenseQuery(approvalQueries.delegates())
  const others = approversIn({ people, roles, teams, fields: [] }).filter(({ isYou }) => !isYou)
  const refresh = () => queryClient.invalidateQueries(approvalQueries.delegates())
  return (
    <Section
      id="away"
      title={i18n.t('While you’re away')}
      text={i18n.t('Choose who can approve in your place, and when. You can still approve, too.')}
    >
      {delegates.length > 0 && (
        <ul className="mb-5 border-line border-t">
          {delegates.map((delegate) => (
            <DelegateRow key={delegate.id} delegate={delegate} onEnded={refresh} />
          ))}
        </ul>
      )}
      {others.length === 0 ? (
        <p className="text-muted">{i18n.t('No one else in your company can approve orders.')}</p>
      ) : (
        <DelegateForm
          choices={others.map(({ id, name, email }) => ({ value: id, label: name || email }))}
          onMade={refresh}
        />
      )}
    </Section>
  )
}

type DelegateRowProps = { delegate: ApprovalDelegate; onEnded: () => Promise<void> }

function DelegateRow({ delegate: { id, person, startsOn, endsOn }, onEnded }: DelegateRowProps) {
  const i18n = useTexts()
  const ending = useMutation({
    mutationFn: () => call(api.removeApprovalDelegate, { params: { id } }),
    onSettled: onEnded,
  })
  const [from, until] = [startsOn, endsOn].map((day) => siteDay(`${day}T12:00:00Z`, 'UTC'))
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-3">
      <p className="wrap-anywhere min-w-0">
        <b className="font-medium">{person.name}</b>{' '}
        <span className="text-muted">
          {from === until
            ? i18n.t('on {date}', { date: from })
            : i18n.t('{from} to {until}', { from, until })}
        </span>
      </p>
      <Button
        size="compact"
        isPending={ending.isPending}
        aria-label={i18n.t('End delegation to {name}', { name: person.name })}
        onClick={() => ending.mutate()}
      >
        {i18n.t('End')}
      </Button>
    </li>
  )
}

type DelegateFormProps = { choices: { value: number; label: string }[]; onMade: () => Promise<void> }

function DelegateForm({ choices, onMade }: DelegateFormProps) {
  const i18n = useTexts()
  const [personId, setPersonId] = useState<number | null>(null)
  const [startsOn, setStartsOn] = useState('')
  const [endsOn, setEndsOn] = useState('')
  const key = useRef(freshKey())
  const making = useMutation({
    mutationFn: (whom: number) =>
      call(api.makeApprovalDelegate, {
        body: { personId: whom, startsOn, endsOn },
        idempotencyKey: key.current,
      }),
    onSuccess: async ({ person }) => {
      showToast({ title: i18n.t('{name} can approve in your place', { name: person.name }) })
      setPersonId(null)
      setStartsOn('')
      setEndsOn('')
      await onMade()
    },
    onSettled: () => {
      key.current = freshKey()
    },
  })
  return (
    <Form
      onSubmit={() => personId !== null && making.mutate(personId)}
      check={() => ({
        ...missing({ startsOn, endsOn }),
        ...(personId === null && { personId: FIELD_REQUIRED }),
        ...(startsOn !== '' &&
          endsOn !== '' &&
          endsOn < startsOn && { endsOn: i18n.t('Choose a day on or after the first day.') }),
      })}
      problem={making.error}
      className="grid grid-cols-2 items-start gap-4"
    >
      {(errors) => (
        <>
          <Select
            label={i18n.t('Who approves')}
            name="personId"
            options={choices}
            value={personId}
            onChange={setPersonId}
            error={personId === null ? errors.personId : undefined}
            className="col-span-2"
          />
          <TextField
            label={i18n.t('First day')}
            name="startsOn"
            type="date"
            value={startsOn}
            onChange={setStartsOn}
            className="max-[480px]:col-span-2"
          />
          <TextField
            label={i18n.t('Last day')}
            name="endsOn"
            type="date"
            value={endsOn}
            onChange={setEndsOn}
            className="max-[480px]:col-span-2"
          />
          <Button type="submit" className="col-span-2 justify-self-start" isPending={making.isPending}>
            {i18n.t('Add delegate')}
          </Button>
        </>
      )}
    </Form>
  )
}
