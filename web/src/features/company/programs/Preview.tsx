import { formatCents } from '@laurel/domain/money'
import { LEFT_OUT_WORDS, type LeftOutReason } from '@laurel/domain/programs'
import { useQuery } from '@tanstack/react-query'
import { companyQueries, type Program } from '../../../app/company.queries.ts'
import { count, plural } from '../../../parts/format.ts'
import { EmptyState, Note } from '../../../parts/Note.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { ReadProblem } from '../../../parts/ReadProblem.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { dayWords, occasionWords } from './program-words.ts'

/** Who gets a card next, when, and how much, and who doesn't and why. */
export function Preview({ program }: { program: Program }) {
  const read = useQuery(companyQueries.programPreview(program.id))
  const runs = useQuery(companyQueries.programRuns(program.id)).data
  const { data } = read
  if (data === undefined) {
    if (read.error) return <ReadProblem read={read} />
    return (
      <Loading label="The preview is loading">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </Loading>
    )
  }
  const stuck = new Set(
    runs?.flatMap(({ state, problem, sendOn }) => (state === 'waiting' && problem !== null ? sendOn : [])),
  )
  return (
    <>
      {data.problem !== null && data.problem.code !== program.problem?.code && (
        <Note tone="warn" className="mt-3">
          {data.problem.says}
        </Note>
      )}
      {data.cardCount === 0 ? (
        <EmptyState title="No cards in this time">
          People on the list with a date until {dayWords(data.until)} appear here.
        </EmptyState>
      ) : (
        <>
          <p className="mt-1 text-muted">
            {plural(data.cardCount, 'card')}, {formatCents(data.totalCents)} without fees, until{' '}
            {dayWords(data.until)}
          </p>
          <Table stacks aria-label="Next cards" columns={['Person', 'Day', 'Orders on', 'Arrives', AMOUNT]}>
            {data.cards.map((card) => {
              const isStuck = card.orderOn <= data.from && stuck.has(card.sendOn)
              return (
                <tr key={`${card.email} ${card.occasionOn}`}>
                  <Person name={card.name} email={card.email} />
                  <Cell className="text-muted narrow:col-span-full">
                    {occasionWords(program.kind, card.occasionOn, card.years)}
                    <span className="hidden text-small narrow:block">
                      {isStuck ? COULD_NOT_ORDER : `Orders on ${dayWords(card.orderOn)}`}, arrives{' '}
                      {dayWords(card.sendOn)}
                    </span>
                  </Cell>
                  <Cell className={`narrow:hidden ${isStuck ? 'text-bad' : 'text-muted'}`}>
                    {isStuck ? COULD_NOT_ORDER : dayWords(card.orderOn)}
                  </Cell>
                  <Cell className="text-muted narrow:hidden">{dayWords(card.sendOn)}</Cell>
                  <Cell isNumber className="narrow:col-start-2 narrow:row-start-1">
                    {formatCents(card.amountCents)}
                  </Cell>
                </tr>
              )
            })}
          </Table>
          <More shown={data.cards.length} all={data.cardCount} />
        </>
      )}
      {data.leftOutCount > 0 && (
        <>
          <h4 className="mt-6 font-medium">Left out: {plural(data.leftOutCount, 'person', 'people')}</h4>
          <LeftOutTable kind={program.kind} people={data.leftOut} />
          <More shown={data.leftOut.length} all={data.leftOutCount} />
        </>
      )}
    </>
  )
}

const COULD_NOT_ORDER = 'Couldn’t order yet'
const AMOUNT = { title: 'Amount', isNumber: true }

export function Person({ name, email }: { name: string; email: string }) {
  return (
    <Cell className="wrap-anywhere">
      <span className="font-medium">{name || (email === '' ? 'Not saved anymore' : email)}</span>
      {name !== '' && email !== '' && <span className="block text-muted text-small">{email}</span>}
    </Cell>
  )
}

type LeftOut = {
  name: string
  email: string
  reason: LeftOutReason
  occasionOn: string | null
  years?: number
}

export function LeftOutTable({ kind, people }: { kind: Program['kind']; people: readonly LeftOut[] }) {
  return (
    <Table stacks aria-label="Left out" columns={['Person', 'Day', 'Why']}>
      {people.map(({ name, email, reason, occasionOn, years = 0 }, index) => (
        // People without an email can share a name.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <tr key={index}>
          <Person name={name} email={email} />
          <Cell className="text-muted narrow:hidden">
            {occasionOn === null
              ? ''
              : kind === 'anniversary' && years === 0
                ? dayWords(occasionOn)
                : occasionWords(kind, occasionOn, years)}
          </Cell>
          <Cell className="text-muted narrow:col-span-full">{LEFT_OUT_WORDS[reason]}</Cell>
        </tr>
      ))}
    </Table>
  )
}

function More({ shown, all }: { shown: number; all: number }) {
  if (all <= shown) return null
  return <p className="mt-2 text-muted text-small">And {count(all - shown)} more.</p>
}
