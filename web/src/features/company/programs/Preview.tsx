import { formatCents } from '@laurel/domain/money'
import { LEFT_OUT_WORDS, type LeftOutReason } from '@laurel/domain/programs'
import { useQuery } from '@tanstack/react-query'
import { companyQueries, type Program } from '../../../app/company.queries.ts'
import { useTexts } from '../../../app/texts.ts'
import { EmptyState, Note } from '../../../parts/Note.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { ReadProblem } from '../../../parts/ReadProblem.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { dayWords, occasionWords } from './program-words.ts'

/** Who gets a card next, when, and how much, and who doesn't and why. */
export function Preview({ program }: { program: Program }) {
  const i18n = useTexts()
  const read = useQuery(companyQueries.programPreview(program.id))
  const runs = useQuery(companyQueries.programRuns(program.id)).data
  const { data } = read
  if (data === undefined) {
    if (read.error) return <ReadProblem read={read} />
    return (
      <Loading label={i18n.t('The preview is loading')}>
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
        <EmptyState title={i18n.t('No cards in this time')}>
          {i18n.t('People on the list with a date until {day} appear here.', { day: dayWords(data.until) })}
        </EmptyState>
      ) : (
        <>
          <p className="mt-1 text-muted">
            {i18n.t('{cards, plural, one {# card} other {# cards}}, {amount} without fees, until {day}', {
              cards: data.cardCount,
              amount: formatCents(data.totalCents),
              day: dayWords(data.until),
            })}
          </p>
          <Table
            stacks
            aria-label={i18n.t('Next cards')}
            columns={[
              ...[i18n.t('Person'), i18n.t('Day'), i18n.t('Orders on'), i18n.t('Arrives')],
              { title: i18n.t('Amount'), isNumber: true },
            ]}
          >
            {data.cards.map((card) => {
              const isStuck = card.orderOn <= data.from && stuck.has(card.sendOn)
              return (
                <tr key={`${card.email} ${card.occasionOn}`}>
                  <Person name={card.name} email={card.email} />
                  <Cell className="text-muted narrow:col-span-full">
                    {occasionWords(program.kind, card.occasionOn, card.years)}
                    <span className="hidden text-small narrow:block">
                      {isStuck
                        ? i18n.t('Couldn’t order yet, arrives {day}', { day: dayWords(card.sendOn) })
                        : i18n.t('Orders on {day}, arrives {arrives}', {
                            day: dayWords(card.orderOn),
                            arrives: dayWords(card.sendOn),
                          })}
                    </span>
                  </Cell>
                  <Cell className={`narrow:hidden ${isStuck ? 'text-bad' : 'text-muted'}`}>
                    {isStuck ? i18n.t('Couldn’t order yet') : dayWords(card.orderOn)}
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
          <h4 className="mt-6 font-medium">
            {i18n.t('Left out: {people, plural, one {# person} other {# people}}', {
              people: data.leftOutCount,
            })}
          </h4>
          <LeftOutTable kind={program.kind} people={data.leftOut} />
          <More shown={data.leftOut.length} all={data.leftOutCount} />
        </>
      )}
    </>
  )
}

export function Person({ name, email }: { name: string; email: string }) {
  const i18n = useTexts()
  return (
    <Cell className="wrap-anywhere">
      <span className="font-medium">{name || (email === '' ? i18n.t('Not saved anymore') : email)}</span>
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
  const i18n = useTexts()
  return (
    <Table stacks aria-label={i18n.t('Left out')} columns={[i18n.t('Person'), i18n.t('Day'), i18n.t('Why')]}>
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
          <Cell className="text-muted narrow:col-span-full">{i18n.t(LEFT_OUT_WORDS[reason])}</Cell>
        </tr>
      ))}
    </Table>
  )
}

function More({ shown, all }: { shown: number; all: number }) {
  const i18n = useTexts()
  if (all <= shown) return null
  return (
    <p className="mt-2 text-muted text-small">
      {i18n.t('And {count, number} more.', { count: all - shown })}
    </p>
  )
}
