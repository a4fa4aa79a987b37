import { formatCents } from '@laurel/domain/money'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { companyQueries, type Program } from '../../../app/company.queries.ts'
import { useTexts } from '../../../app/texts.ts'
import { EmptyState, Note } from '../../../parts/Note.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { LeftOutTable, Person } from './Preview.tsx'
import { AllPrograms } from './ProgramScreen.tsx'
import { IfManagesPrograms } from './ProgramsScreen.tsx'
import { dayWords, occasionWords, runDay, runState } from './program-words.ts'

/** One day of a program: who got a card, and who didn't and why. */
export function RunScreen({ id, runId }: { id: number; runId: number }) {
  return (
    <IfManagesPrograms>
      <Found id={id} runId={runId} />
    </IfManagesPrograms>
  )
}

function Found({ id, runId }: { id: number; runId: number }) {
  const i18n = useTexts()
  const program = useSuspenseQuery(companyQueries.programs()).data.find((one) => one.id === id)
  if (program === undefined) {
    return (
      <EmptyState title={i18n.t('We couldn’t find that program')} action={<AllPrograms />}>
        {i18n.t('It ended, or it’s another company’s.')}
      </EmptyState>
    )
  }
  return <Run program={program} runId={runId} />
}

function ToProgram({ program: { id, name } }: { program: Program }) {
  return (
    <Link
      to="/company/programs/$id"
      params={{ id: String(id) }}
      className="link inline-flex min-h-9 items-center text-label touch:min-h-11"
    >
      {name}
    </Link>
  )
}

function Run({ program, runId }: { program: Program; runId: number }) {
  const i18n = useTexts()
  const { data: run } = useSuspenseQuery(companyQueries.programRun(program.id, runId))
  if (run === null) {
    return (
      <EmptyState title={i18n.t('We couldn’t find that run')} action={<ToProgram program={program} />}>
        {i18n.t('See all runs on the program’s page.')}
      </EmptyState>
    )
  }
  const state = runState(run)
  const cards = run.people.filter(({ outcome }) => outcome === 'planned' || outcome === 'ordered')
  const leftOut = run.people.flatMap(({ outcome, ...person }) =>
    outcome === 'planned' || outcome === 'ordered' ? [] : [{ ...person, reason: outcome }],
  )
  return (
    <section aria-labelledby="run">
      <ToProgram program={program} />
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 id="run" className="text-h3">
          {i18n.t('Cards for {day}', { day: runDay(run) })}
        </h2>
        <Tag tone={state.tone}>{state.word}</Tag>
        {run.isLate && <Tag tone="warn">{i18n.t('Late')}</Tag>}
      </div>
      <p className="mt-1 text-muted">
        {i18n.t('{cards, plural, one {# card} other {# cards}}', { cards: run.cardCount })}
        {run.cardCount > 0 && `, ${formatCents(run.totalCents)}`}
        {run.order && (
          <>
            {' · '}
            {run.order.number === '' ? (
              <Link to="/company/approvals" className="link">
                {i18n.t('Approvals')}
              </Link>
            ) : (
              <Link to="/my-rewards" search={{ openDetails: run.order.id }} className="link">
                {i18n.t('Order {number}', { number: run.order.number })}
              </Link>
            )}
          </>
        )}
      </p>
      {run.problem && (
        <Note tone="bad" className="mt-4">
          {run.problem.says}
        </Note>
      )}
      {run.isLate && (
        <Note tone="warn" className="mt-4">
          {i18n.t(
            'These cards couldn’t arrive on {day}. They’re sent as soon as they’re ordered and approved.',
            { day: dayWords(run.sendOn) },
          )}
        </Note>
      )}
      {cards.length > 0 && (
        <>
          <h3 className="mt-8 font-semibold text-lead">{i18n.t('Who gets a card')}</h3>
          <Table
            stacks
            aria-label={i18n.t('Who gets a card')}
            columns={[i18n.t('Person'), i18n.t('Day'), { title: i18n.t('Amount'), isNumber: true }]}
          >
            {cards.map((person) => (
              <tr key={`${person.email} ${person.name} ${person.occasionOn}`}>
                <Person name={person.name} email={person.email} />
                <Cell className="text-muted narrow:col-span-full">
                  {occasionWords(program.kind, person.occasionOn, person.years)}
                </Cell>
                <Cell isNumber className="narrow:col-start-2 narrow:row-start-1">
                  {formatCents(person.amountCents)}
                </Cell>
              </tr>
            ))}
          </Table>
        </>
      )}
      {leftOut.length > 0 && (
        <>
          <h3 className="mt-8 font-semibold text-lead">{i18n.t('Left out')}</h3>
          <LeftOutTable kind={program.kind} people={leftOut} />
        </>
      )}
    </section>
  )
}
