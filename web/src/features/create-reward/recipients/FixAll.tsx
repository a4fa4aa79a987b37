import type { RewardType } from '@laurel/domain/reward-type'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Lightbulb } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { Skeleton } from '../../../parts/Skeleton.tsx'
import type { ListChanges } from './list-changes.ts'
import { EVERYONE, type ListView, type Recipient, recipientQueries } from './recipients.queries.ts'
import { fieldName, kindName, suggestedWords } from './row-problems.ts'
import type { RecipientList } from './use-recipient-list.ts'

type FixAllProps = {
  itemId: number
  rewardType: RewardType
  view: ListView
  list: RecipientList
  changes: ListChanges
}

/** One fix is taken in its row. */
const FEWEST = 2
const EXAMPLES = 5

/** The suggestions of many rows, taken at once: of the kind that is shown, or of all kinds. */
export function FixAll({ itemId, rewardType, view, list, changes }: FixAllProps) {
  const [isOpen, setOpen] = useState(false)
  const kind = list.problemCounts.find(({ code, suggestedCount }) => code === view.only && suggestedCount > 0)
  const people = kind ? kind.suggestedCount : list.suggestedCount
  if (people < FEWEST) return null
  return (
    <div className="mb-3.5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line-mid bg-warn-tint px-4 py-2">
      <Icon of={Lightbulb} className="text-warn" />
      <p className="min-w-0 flex-1">
        <b className="font-semibold">{plural(people, 'person', 'people')} can be fixed.</b>{' '}
        {kind ? kindName(kind.code, rewardType) : kindsOf(list, rewardType)}
      </p>
      <Button size="compact" onClick={() => setOpen(true)}>
        Use all {count(people)} suggestions
      </Button>
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title={`Use ${count(people)} suggestions?`}>
        {isOpen && (
          <Preview
            itemId={itemId}
            people={people}
            code={kind?.code}
            onKeep={() => setOpen(false)}
            onUse={async () => {
              await changes.fix(kind?.code)
              setOpen(false)
            }}
          />
        )}
      </Modal>
    </div>
  )
}

function kindsOf({ problemCounts }: RecipientList, rewardType: RewardType): string {
  const kinds = problemCounts.filter(({ suggestedCount }) => suggestedCount > 0)
  return kinds
    .map(({ code, suggestedCount }) => `${kindName(code, rewardType)} ${count(suggestedCount)}`)
    .join(' · ')
}

type PreviewProps = {
  itemId: number
  people: number
  code: string | undefined
  onKeep: () => void
  onUse: () => Promise<void>
}

/** What the first of them become. */
function Preview({ itemId, people, code, onKeep, onUse }: PreviewProps) {
  const [isUsing, setUsing] = useState(false)
  const only = code === undefined ? 'suggested' : `suggested_${code}`
  const { data, isPending } = useQuery({
    ...recipientQueries.page(itemId, { ...EVERYONE, only }, 1),
    staleTime: 0,
  })
  const changes = (data?.results ?? []).slice(0, EXAMPLES).flatMap((row) => changesOf(row, code))
  const more = people - Math.min(EXAMPLES, data?.results.length ?? 0)

  async function use() {
    setUsing(true)
    await onUse()
  }

  return (
    <>
      {isPending ? (
        <Skeleton className="mt-4 h-24" />
      ) : (
        <ul className="mt-4 grid gap-2">
          {changes.map(({ key, field, before, after }) => (
            <li key={key} className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
              <span className="text-muted">{fieldName(field)}</span>
              <span>{before || 'Blank'}</span>
              <Icon of={ArrowRight} size={14} label="becomes" />
              <b className="font-semibold">{after}</b>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="mt-2 text-muted text-small">And {plural(more, 'more person', 'more people')}.</p>
      )}
      <p className="mt-4 text-muted">You can undo this.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onKeep}>Keep them as they are</Button>
        <Button look="primary" isPending={isUsing} onClick={use}>
          Use {count(people)} suggestions
        </Button>
      </div>
    </>
  )
}

function changesOf(row: Recipient, code: string | undefined) {
  const taken = row.problems.filter(
    (problem) => problem.isSure && (code === undefined || problem.code === code),
  )
  return taken.flatMap((problem) => {
    const words = suggestedWords(problem.suggestions?.[0] ?? {})
    const key = `${row.id} ${problem.field}`
    return words ? [{ key, field: words.field, before: words.before(row, problem), after: words.after }] : []
  })
}
