import { api } from '@laurel/contract/routes'
import { mayInCompany } from '@laurel/domain/company-roles'
import { formatCents } from '@laurel/domain/money'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { CircleX, Ellipsis, Pencil, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import { type Budget, companyQueries, refreshBudgets } from '../../app/company.queries.ts'
import { openModal } from '../../app/modal-store.ts'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button, buttonClass } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { EmptyState } from '../../parts/Note.tsx'
import { EditBudgetDialog, NewBudgetDialog } from './BudgetDialogs.tsx'
import { BudgetMeter, HATCHED, Part } from './BudgetMeter.tsx'
import { barText, budgetTerms, budgetTitle, partsOf } from './budget-words.ts'

/** The budgets that the reader may see, with what is spent, reserved, and left. */
export function BudgetsSection() {
  const i18n = useTexts()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  const { data: budgets } = useSuspenseQuery(companyQueries.budgets())
  const [isMaking, setMaking] = useState(false)
  const isManager = mayInCompany(company, 'budgets.manage')
  return (
    <section aria-labelledby="budgets">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h2 id="budgets" className="text-h3">
          {i18n.t('Budgets')}
        </h2>
        {budgets.length > 0 && <Legend />}
        {isManager && (
          <Button size="compact" className="ms-auto" onClick={() => setMaking(true)}>
            <Icon of={Plus} size={16} />
            {i18n.t('New budget')}
          </Button>
        )}
      </div>
      {budgets.length === 0 ? (
        <div className="mt-4 rounded-panel border border-line-mid border-dashed">
          <EmptyState title={i18n.t('No budgets yet')}>
            {isManager
              ? i18n.t(
                  'Set how much the company, a team, or a person can order for in a month, quarter, or year.',
                )
              : i18n.t('Budgets that apply to you appear here.')}
          </EmptyState>
        </div>
      ) : (
        <ul className="mt-1">
          {budgets.map((budget) => (
            <BudgetRow key={budget.id} budget={budget} isManager={isManager} />
          ))}
        </ul>
      )}
      {isMaking && <NewBudgetDialog onClose={() => setMaking(false)} />}
    </section>
  )
}

function Legend() {
  const i18n = useTexts()
  const box = 'size-[11px] rounded-[3px]'
  return (
    <p aria-hidden="true" className="flex gap-5 text-muted text-small narrow:order-last narrow:w-full">
      <span className="inline-flex items-center gap-2">
        <i className={`${box} bg-accent-line`} /> {i18n.t('Spent')}
      </span>
      <span className="inline-flex items-center gap-2">
        <i className={`${box} ${HATCHED}`} /> {i18n.t('Reserved')}
      </span>
      <span className="inline-flex items-center gap-2">
        <i className={`${box} bg-line`} /> {i18n.t('Left')}
      </span>
    </p>
  )
}

function BudgetRow({ budget, isManager }: { budget: Budget; isManager: boolean }) {
  return (
    <li className="grid grid-cols-[minmax(0,1.15fr)_minmax(0,1.5fr)_128px_auto] items-center gap-x-7 gap-y-2 border-line border-b py-4 last:border-0 narrow:grid-cols-[minmax(0,1fr)_auto_auto] narrow:gap-x-3">
      <div className="min-w-0">
        <b className="block wrap-anywhere font-semibold">{budgetTitle(budget)}</b>
        <span className="text-muted text-small">{budgetTerms(budget)}</span>
      </div>
      <div className="narrow:col-span-full narrow:row-start-2">
        <BudgetBar budget={budget} />
      </div>
      <Left budget={budget} />
      {isManager ? <RowMenu budget={budget} /> : <span />}
    </li>
  )
}

function BudgetBar({ budget }: { budget: Budget }) {
  const i18n = useTexts()
  const { spent, reserved, isLow } = partsOf(budget)
  return (
    <BudgetMeter
      label={barText(budget)}
      spent={spent}
      reserved={reserved}
      isLow={isLow}
      start={<Part cents={budget.spentCents}>{i18n.t('spent')}</Part>}
      end={
        budget.reservedCents === 0 ? (
          i18n.t('Nothing reserved')
        ) : (
          <Part cents={budget.reservedCents}>{i18n.t('reserved')}</Part>
        )
      }
    />
  )
}

function Left({ budget }: { budget: Budget }) {
  const i18n = useTexts()
  const { leftPercent, isLow, isOver } = partsOf(budget)
  return (
    <p className="text-end font-semibold">
      {formatCents(Math.abs(budget.leftCents))}
      {isLow ? (
        <span className="flex items-center justify-end gap-1 font-normal text-small text-warn">
          <Icon of={TriangleAlert} size={14} />
          {isOver ? i18n.t('over budget') : i18n.t('{percent}% left', { percent: leftPercent })}
        </span>
      ) : (
        <span className="block font-normal text-muted text-small">{i18n.t('left')}</span>
      )}
    </p>
  )
}

function RowMenu({ budget }: { budget: Budget }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const end = () =>
    openModal('confirm-dialog', {
      title: i18n.t('End {name}?', { name: budget.name }),
      text: i18n.t('New orders won’t count against it. Past orders keep their history.'),
      confirm: i18n.t('End budget'),
      cancel: i18n.t('Keep budget'),
      danger: true,
      onConfirm: async () => {
        await call(api.endBudget, { params: { id: budget.id } })
        await refreshBudgets(queryClient)
        showToast({ title: i18n.t('{name} has ended', { name: budget.name }) })
      },
    })
  return (
    <>
      <Menu
        label={i18n.t('Actions for {name}', { name: budget.name })}
        button={<Icon of={Ellipsis} size={18} />}
        buttonClassName={buttonClass('plain', 'round')}
        entries={[
          { id: 'edit', label: i18n.t('Edit budget'), icon: Pencil, onPress: () => setEditing(true) },
          { id: 'end', label: i18n.t('End budget'), icon: CircleX, isBad: true, onPress: end },
        ]}
      />
      {isEditing && <EditBudgetDialog budget={budget} onClose={() => setEditing(false)} />}
    </>
  )
}
