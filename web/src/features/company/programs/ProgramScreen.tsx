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
import { showFailure, showToast } from '../../../app/toast-store.ts'
import { Button, buttonClass } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
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
  return (
    <Link to="/company/programs" className="link inline-flex min-h-9 items-center text-label touch:min-h-11">
      All programs
    </Link>
  )
}

function Found({ id }: { id: number }) {
  const program = useSuspenseQuery(companyQueries.programs()).data.find((one) => one.id === id)
  if (program === undefined) {
    return (
      <EmptyState title="We couldn’t find that program" action={<AllPrograms />}>
        It ended, or it’s another company’s.
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
            Since {siteMoment(program.problem.since, program.timeZone)}. We try again every hour, and no one
            is skipped.
          </p>
        </Note>
      )}
      <Facts program={program} />
      <h3 className="mt-10 font-semibold text-lead">Next {PREVIEW_DAYS} days</h3>
      <Preview program={program} />
      <h3 className="mt-10 font-semibold text-lead">Runs</h3>
      <Runs program={program} />
    </section>
  )
}

function TryAgain({ program: { id, state } }: { program: Program }) {
  const queryClient = useQueryClient()
  const again = useMutation({
    mutationFn: () => call(api.tryProgramAgain, { params: { id } }),
    onSuccess: async () => {
      showToast({ title: 'Trying again', text: 'This can take a minute.' })
      await queryClient.invalidateQueries(companyQueries.programs())
    },
    onError: (cause) => showFailure('We couldn’t try again', cause),
  })
  if (state !== 'active') return null
  return (
    <Button size="compact" isPending={again.isPending} onClick={() => again.mutate()}>
      Try again
    </Button>
  )
}

function Facts({ program }: { program: Program }) {
  const { kind, list, design, amounts, leadDays, weekend, orderedBy, timeZone, state } = program
  const facts = [
    { label: 'For', value: PROGRAM_KIND_WORDS[kind].label },
    {
      label: 'List',
      value: list ? (
        <>
          {list.name}, {plural(list.peopleCount, 'person', 'people')}
          <span className="block">
            <Link
              to="/recipients/$id/file"
              params={{ id: String(list.id) }}
              className="link inline-flex min-h-9 items-center text-label touch:min-h-11"
            >
              Sync with a file
            </Link>
          </span>
        </>
      ) : (
        'Deleted or not shared'
      ),
    },
    { label: 'Design', value: design ? design.name : 'Deleted' },
    { label: 'Amount', value: amountWords(amounts) },
    {
      label: 'Ordered',
      value: leadDays === 0 ? 'On the day' : `${plural(leadDays, 'working day')} ahead`,
    },
    { label: 'On weekends', value: WEEKEND_WORDS[weekend] },
    { label: 'Time zone', value: zoneName(timeZone) },
    ...(state === 'active' ? [{ label: 'Orders of', value: orderedBy ?? 'A person who left' }] : []),
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
  const { orderCount, totalCents } = dueNow
  if (orderCount === 0) return <p>No orders are due now.</p>
  const isShort = totalCents > balanceCents
  return (
    <>
      <p className="font-medium text-ink">
        {plural(orderCount, 'order')} ({formatCents(totalCents)}) {orderCount === 1 ? 'is' : 'are'} placed
        now; the company’s balance is {formatCents(balanceCents)}.
      </p>
      {isShort && (
        <p>
          Orders wait until the balance covers them.{' '}
          {mayTopUp && (
            <Link to="/company/budgets" onClick={closeModal} className="link">
              Top up {formatCents(totalCents - balanceCents)}
            </Link>
          )}
        </p>
      )}
    </>
  )
}

function Actions({ program }: { program: Program }) {
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
      title: `Turn on ${name}?`,
      text: (
        <>
          <p>
            Its orders will be in your name: your budgets and approval rules apply, and you get the emails.
            They’re paid from the company’s balance.
          </p>
          {preview && <DueNow preview={preview} mayTopUp={mayInCompany(company, 'balance.top_up')} />}
        </>
      ),
      confirm: 'Turn on',
      cancel: 'Cancel',
      onConfirm: async () => {
        await call(api.activateProgram, { params: { id }, body: { seenUpdatedAt } })
        await reload()
        showToast({ title: `${name} is on`, text: 'Orders that are due are placed within a minute.' })
      },
    })
  }
  const pause = useMutation({
    mutationFn: () => call(api.pauseProgram, { params: { id } }),
    onSuccess: async () => {
      await reload()
      showToast({ title: `${name} is paused`, text: 'Orders that it placed aren’t changed.' })
    },
    onError: (cause) => showFailure('We couldn’t pause the program', cause),
  })
  const end = () =>
    openModal('confirm-dialog', {
      title: `End ${name}?`,
      text: 'It won’t place more orders, and disappears from this page. Orders that it placed aren’t changed.',
      confirm: 'End program',
      cancel: 'Keep program',
      danger: true,
      onConfirm: async () => {
        await call(api.endProgram, { params: { id } })
        await navigate({ to: '/company/programs' })
        await reload()
        showToast({ title: `${name} has ended` })
      },
    })
  return (
    <div className="flex items-center gap-2">
      {state === 'active' ? (
        <Button isPending={pause.isPending} onClick={() => pause.mutate()}>
          <Icon of={Pause} size={18} />
          Pause
        </Button>
      ) : (
        mayOrder && (
          <Button look="primary" onClick={turnOn}>
            <Icon of={Power} size={18} />
            Turn on
          </Button>
        )
      )}
      <Menu
        label="More for this program"
        button={<Icon of={Ellipsis} size={18} />}
        buttonClassName={buttonClass('plain', 'round')}
        entries={[
          ...(mayOrder
            ? [{ id: 'edit', label: 'Edit program', icon: Pencil, onPress: () => setEditing(true) }]
            : []),
          { id: 'end', label: 'End program', icon: Trash2, isBad: true, onPress: end },
        ]}
      />
      {isEditing && <ProgramDialog program={program} onClose={() => setEditing(false)} />}
    </div>
  )
}
