import type { AwaitedAge } from '@laurel/domain/awaited-age'
import { formatCents } from '@laurel/domain/money'
import { plural } from '../../../parts/format.ts'
import type { AwaitedMoney } from '../office.queries.ts'
import { AGE_WORDS } from './awaited-words.ts'

type AwaitedAgesProps = {
  ages: AwaitedMoney['ages']
  chosen: AwaitedAge | undefined
  onChoose: (age: AwaitedAge | undefined) => void
}

/** What is awaited, by how long: each sum shows its orders alone, and all of them again. */
export function AwaitedAges({ ages, chosen, onChoose }: AwaitedAgesProps) {
  return (
    <ul aria-label="Awaited by age" className="mb-6 grid grid-cols-4 gap-3 narrow:grid-cols-2 narrow:gap-2">
      {ages.map(({ age, count, cents }) => (
        <li key={age}>
          <button
            type="button"
            aria-pressed={age === chosen}
            onClick={() => onChoose(age === chosen ? undefined : age)}
            className="grid w-full gap-1 rounded-control px-4 py-3 text-start shadow-hairline transition-shadow duration-(--fast) hover:shadow-hairline-strong aria-pressed:shadow-chosen narrow:px-3"
          >
            <span className="text-label text-muted">{AGE_WORDS[age]}</span>
            <span className="font-semibold text-lead">{formatCents(cents)}</span>
            <span className="text-muted text-small">{plural(count, 'order')}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
