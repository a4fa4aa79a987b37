import { api } from '@laurel/contract/routes'
import { INVOICE_AGE_WORDS, TERMS_DAYS, type TermsDays } from '@laurel/domain/company-terms'
import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { Note } from '../../../parts/Note.tsx'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { Panel, RecordLink } from '../ListParts.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { type OfficeTerms, officeQueries, useMay } from '../office.queries.ts'
import { useDecision } from '../office-mutations.ts'
import { dayOf, dueWords } from './invoice-words.ts'
import { RemindCompany } from './RemindCompany.tsx'

type TermsPanelProps = { company: { id: number; name: string } }
type Asked = 'set' | 'end' | 'remind'

/** Whether a company may order on invoice, its limit, and what is open by age. */
export function TermsPanel({ company }: TermsPanelProps) {
  const may = useMay()
  const [asked, setAsked] = useState<Asked>()
  const { data } = useQuery({ ...officeQueries.terms(company.id), enabled: may('money.read') })
  if (data === undefined) return null
  const { terms, ages, invoices } = data
  const onClose = () => setAsked(undefined)
  return (
    <Panel title="Terms">
      {terms === null ? (
        <p className="mt-1 text-muted">This company can’t order on invoice.</p>
      ) : (
        <TermsFacts terms={terms} ages={ages} />
      )}
      {invoices.length > 0 && (
        <ul aria-label="Open invoices" className="mt-4 grid gap-2">
          {invoices.map((one) => (
            <li key={one.orderId} className="flex flex-wrap items-center justify-between gap-x-4">
              <span>
                <RecordLink of="orders" id={one.orderId}>
                  {one.orderNumber}
                </RecordLink>{' '}
                <span className={one.daysOverdue > 0 ? 'text-bad' : 'text-muted'}>{dueWords(one)}</span>
              </span>
              <span className="tabular-nums">{formatCents(one.openCents)}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {may('terms.edit') && (
          <Button size="compact" onClick={() => setAsked('set')}>
            {terms?.isActive ? 'Change terms' : 'Allow invoices'}
          </Button>
        )}
        {may('money.record') && invoices.length > 0 && (
          <Button size="compact" onClick={() => setAsked('remind')}>
            Remind now
          </Button>
        )}
        {may('terms.edit') && terms?.isActive && (
          <Button size="compact" look="plain" onClick={() => setAsked('end')}>
            End terms
          </Button>
        )}
      </div>
      {asked === 'set' && <SetTerms company={company} terms={terms} onClose={onClose} />}
      {asked === 'end' && <EndTerms company={company} onClose={onClose} />}
      {asked === 'remind' && (
        <RemindCompany company={{ ...company, remindedOn: terms?.remindedOn ?? null }} onClose={onClose} />
      )}
    </Panel>
  )
}

type FactsProps = { terms: NonNullable<OfficeTerms['terms']>; ages: OfficeTerms['ages'] }

function TermsFacts({ terms, ages }: FactsProps) {
  const { limitCents, days, openCents, leftCents, remindedOn, isActive, isStopped } = terms
  const facts = [
    ['Credit limit', isActive ? formatCents(limitCents) : 'Ended'],
    ['Due', isActive ? `After ${days} days` : ''],
    ['Open', formatCents(openCents)],
    ['Left', isActive ? formatCents(leftCents) : ''],
    ...ages
      .filter(({ count }) => count > 0)
      .map(({ age, count, cents }) => [
        INVOICE_AGE_WORDS[age],
        `${formatCents(cents)}, ${plural(count, 'invoice')}`,
      ]),
    ['Last reminder', remindedOn === null ? '' : dayOf(remindedOn)],
  ].filter(([, value]) => value !== '')
  return (
    <>
      {isActive && isStopped && (
        <Note tone="warn" className="mt-3">
          An invoice has been overdue too long. The company can’t order on invoice until it’s paid.
        </Note>
      )}
      <dl className="mt-3 grid gap-1.5">
        {facts.map(([label, value]) => (
          <div key={label} className="flex gap-3">
            <dt className="w-36 shrink-0 text-muted">{label}</dt>
            <dd className="min-w-0 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

type SetTermsProps = TermsPanelProps & { terms: OfficeTerms['terms']; onClose: () => void }

function SetTerms({ company: { id, name }, terms, onClose }: SetTermsProps) {
  const [cents, setCents] = useState<number | null>(terms?.limitCents ?? null)
  const [days, setDays] = useState<TermsDays>(terms?.days ?? 30)
  const set = useDecision({
    decide: () => call(api.setCompanyTerms, { params: { id }, body: { limitCents: cents ?? 0, days } }),
    done: `${name} can order on invoice`,
    onClose,
  })
  return (
    <OfficeDialog
      title={`Let ${name} order on invoice?`}
      lead={
        <p>
          The company can place orders up to this limit and pay later. Lowering the limit affects only new
          orders.
        </p>
      }
      submit="Save terms"
      request={set}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <MoneyField label="Credit limit" cents={cents} onChangeCents={setCents} error={errors.limitCents} />
          <RadioChoice
            label="Invoices are due after"
            value={String(days)}
            onChange={(next) => setDays(Number(next) as TermsDays)}
            error={errors.days}
            options={TERMS_DAYS.map((one) => ({ value: String(one), title: `Due in ${one} days` }))}
          />
        </>
      )}
    </OfficeDialog>
  )
}

function EndTerms({ company: { id, name }, onClose }: TermsPanelProps & { onClose: () => void }) {
  const end = useDecision({
    decide: () => call(api.endCompanyTerms, { params: { id } }),
    done: `${name} can’t order on invoice anymore`,
    onClose,
  })
  return (
    <OfficeDialog
      title={`End terms of ${name}?`}
      lead={<p>The company can’t place more orders on invoice. Open invoices stay due.</p>}
      submit="End terms"
      isDanger
      request={end}
      onClose={onClose}
    />
  )
}
