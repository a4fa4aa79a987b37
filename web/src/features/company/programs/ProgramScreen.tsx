import { api } from '@laurel/contract/routes'
import { mayInCompany } from '@laurel/domain/company-roles'
import { formatCents } from '@laurel/domain/money'
import { PREVIEW_DAYS, PROGRAM_KIND_WORDS } from '@laurel/domain/programs'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pause, Pencil, Power, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { companyQueries, type Program, type ProgramPreview } from '../../../app/company.queries.ts'
import { closeModal, openModal } from '../../../app/modal-store.ts'
import { useTexts } from '../../../app/texts.ts'
import { showFailure, showToast } from '../../../app/toast-store.ts'
import { Button, buttonClass } from '../../../parts/Button.tsx'
import { capitalized } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Menu } from '../../../parts/Menu.tsx'
import { EmptyState, Note } from '../../../parts/Note.tsx'
import { siteMoment, zoneName } from '../../../parts/site-time.ts'
import { Tag } from '../../../parts/Tag.tsx'
import { Preview } from './Preview.tsx'
import { ProgramDialog } from './ProgramDialog.tsx'
import { IfManagesPrograms } from './ProgramsScreen.tsx'
import { amountWords, stateOf, WEEKEND_WORDS } from './program-words.ts'
import { Runs } from './Runs.tsx'

/** A program: what it does, what it will do, and what it did. */
export function ProgramScreen({ id }: { id: number }) {
  return (
    <IfManagesPrograms>
      <Found id={id} />
    </IfManagesPrograms>
  )
}

export function AllPrograms() {
  const i18n = useTexts()
  return (
    <Link to="/company/programs" className="link inline-flex min-h-9 items-center text-label touch:min-h-11">
      {i18n.t('All programs')}
    </Link>
  )
}

function Found({ id }: { id: number }) {
  const i18n = useTexts()
  const program = useSuspenseQuery(companyQueries.programs()).data.find((one) => one.id === id)
  if (program === undefined) {
    return (
      <EmptyState title={i18n.t('We couldn’t find that program')} action={<AllPrograms />}>
        {i18n.t('It ended, or it’s another company’s.')}
      </EmptyState>
    )
  }
  const state = stateOf(program)
  return (
    <section aria-labelledby="program">
      <AllPrograms />
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 id="program" className="wrap-anywhere text-h3">
            {program.name}
          </h2>
          <Tag tone={state.tone}>{state.word}</Tag>
        </div>
        <Actions program={program} />
      </div>
      {program.problem && (
        <Note tone="bad" className="mt-4" action={<TryAgain program={program} />}>
          <p>{program.problem.says}</p>
          <p className="mt-1 text-small">
            {i18n.t('Since {moment}. We try again every hour, and no one is skipped.', {
              moment: siteMoment(program.problem.since, program.timeZone),
            })}
          </p>
        </Note>
      )}
      <Facts program={program} />
      <h3 className="mt-10 font-semibold text-lead">{i18n.t('Next {days} days', { days: PREVIEW_DAYS })}</h3>
      <Preview program={program} />
      <h3 className="mt-10 font-semibold text-lead">{i18n.t('Runs')}</h3>
      <Runs program={program} />
    </section>
  )
}

function TryAgain({ program: { id, state } }: { program: Program }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const again = useMutation({
    mutationFn: () => call(api.tryProgramAgain, { params: { id } }),
    onSuccess: async () => {
      showToast({ title: i18n.t('Trying again'), text: i18n.t('This can take a minute.') })
      await queryClient.invalidateQueries(companyQueries.programs())
    },
    onError: (cause) => showFailure(i18n.t('We couldn’t try again'), cause),
  })
  if (state !== 'active') return null
  return (
    <Button size="compact" isPending={again.isPending} onClick={() => again.mutate()}>
      {i18n.t('Try again')}
    </Button>
  )
}

function Facts({ program }: { program: Program }) {
  const i18n = useTexts()
  const { kind, list, design, amounts, leadDays, weekend, orderedBy, timeZone, state } = program
  const facts = [
    { label: i18n.t('For'), value: i18n.t(PROGRAM_KIND_WORDS[kind].label) },
    {
      label: i18n.t('List'),
      value: list ? (
        <>
          {list.name},{' '}
          {i18n.t('{people, plural, one {# person} other {# people}}', { people: list.peopleCount })}
          <span className="block">
            <Link
              to="/recipients/$id/file"
              params={{ id: String(list.id) }}
              className="link inline-flex min-h-9 items-center text-label touch:min-h-11"
            >
              {i18n.t('Sync with a file')}
            </Link>
          </span>
        </>
      ) : (
        i18n.t('Deleted or not shared')
      ),
    },
    { label: i18n.t('Design'), value: design ? design.name : i18n.t('Deleted') },
    { label: i18n.t('Amount'), value: amountWords(amounts) },
    {
      label: i18n.t('Ordered'),
      value:
        leadDays === 0
          ? i18n.t('On the day')
          : i18n.t('{days, plural, one {# working day} other {# working days}} ahead', { days: leadDays }),
    },
    { label: i18n.t('On weekends'), value: i18n.t(WEEKEND_WORDS[weekend]) },
    { label: i18n.t('Time zone'), value: capitalized(zoneName(timeZone)) },
    ...(state === 'active'
      ? [{ label: i18n.t('Orders of'), value: orderedBy ?? i18n.t('A person who left') }]
      : []),
  ]
  return (
    <dl className="mt-6 grid grid-cols-4 gap-x-6 gap-y-4 mid:grid-cols-2 tiny:grid-cols-1">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-muted text-small">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type DueNowProps = { preview: ProgramPreview; mayTopUp: boolean }

/** What is ordered right away, and whether the balance covers it. */
function DueNow({ preview: { dueNow, balanceCents }, mayTopUp }: DueNowProps) {
  const i18n = useTexts()
  const { orderCount, totalCents } = dueNow
  if (orderCount === 0) return <p>{i18n.t('No orders are due now.')}</p>
  const isShort = totalCents > balanceCents
  return (
    <>
      <p className="font-medium text-ink">
        {i18n.t(
          '{orders, plural, one {# order ({total}) is placed now} other {# orders ({total}) are placed now}}; the company’s balance is {balance}.',
          { orders: orderCount, total: formatCents(totalCents), balance: formatCents(balanceCents) },
        )}
      </p>
      {isShort && (
        <p>
          {i18n.t('Orders wait until the balance covers them.')}{' '}
          {mayTopUp && (
            <Link to="/company/budgets" onClick={closeModal} className="link">
              {i18n.t('Top up {amount}', { amount: formatCents(totalCents - balanceCents) })}
            </Link>
          )}
        </p>
      )}
    </>
  )
}

function Actions({ program }: { program: Program }) {
  const i18n = useTexts()
  const { id, name, state, updatedAt: seenUpdatedAt } = program
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  const [isEditing, setEditing] = useState(false)
  const reload = () => queryClient.invalidateQueries(companyQueries.programs())
  const mayOrder = mayInCompany(company, 'orders.place')
  const turnOn = async () => {
    const preview = await queryClient.fetchQuery(companyQueries.programPreview(id)).catch(() => undefined)
    openModal('confirm-dialog', {
      title: i18n.t('Turn on {name}?', { name }),
      text: (
        <>
          <p>
            {i18n.t(
              'Its orders will be in your name: your budgets and approval rules apply, and you get the emails. They’re paid from the company’s balance.',
            )}
          </p>
          {preview && <DueNow preview={preview} mayTopUp={mayInCompany(company, 'balance.top_up')} />}
        </>
      ),
      confirm: i18n.t('Turn on'),
      cancel: i18n.t('Cancel'),
      onConfirm: async () => {
        await call(api.activateProgram, { params: { id }, body: { seenUpdatedAt } })
        await reload()
        showToast({
          title: i18n.t('{name} is on', { name }),
          text: i18n.t('Orders that are due are placed within a minute.'),
        })
      },
    })
  }
  const pause = useMutation({
    mutationFn: () => call(api.pauseProgram, { params: { id } }),
    onSuccess: async () => {
      await reload()
      showToast({
        title: i18n.t('{name} is paused', { name }),
        text: i18n.t('Orders that it placed aren’t changed.'),
      })
    },
    onError: (cause) => showFailure(i18n.t('We couldn’t pause the program'), cause),
  })
  const end = () =>
    openModal('confirm-dialog', {
      title: i18n.t('End {name}?', { name }),
      text: i18n.t(
        'It won’t place more orders, and disappears from this page. Orders that it placed aren’t changed.',
      ),
      confirm: i18n.t('End program'),
      cancel: i18n.t('Keep program'),
      danger: true,
      onConfirm: async () => {
        await call(api.endProgram, { params: { id } })
        await navigate({ to: '/company/programs' })
        await reload()
        showToast({ title: i18n.t('{name} has ended', { name }) })
      },
    })
  return (
    <div className="flex items-center gap-2">
      {state === 'active' ? (
        <Button isPending={pause.isPending} onClick={() => pause.mutate()}>
          <Icon of={Pause} size={18} />
          {i18n.t('Pause')}
        </Button>
      ) : (
        mayOrder && (
          <Button look="primary" onClick={turnOn}>
            <Icon of={Power} size={18} />
            {i18n.t('Turn on')}
          </Button>
        )
      )}
      <Menu
        label={i18n.t('More for this program')}
        button={<Icon of={Ellipsis} size={18} />}
        buttonClassName={buttonClass('plain', 'round')}
        entries={[
          ...(mayOrder
            ? [{ id: 'edit', label: i18n.t('Edit program'), icon: Pencil, onPress: () => setEditing(true) }]
            : []),
          { id: 'end', label: i18n.t('End program'), icon: Trash2, isBad: true, onPress: end },
        ]}
      />
      {isEditing && <ProgramDialog program={program} onClose={() => setEditing(false)} />}
    </div>
  )
}
