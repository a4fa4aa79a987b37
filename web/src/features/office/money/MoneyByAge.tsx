import { formatCents } from '@laurel/domain/money'
import { plural } from '../../../parts/format.ts'

type MoneyByAgeProps<Age extends string> = {
  label: string
  /** What is counted: `order`. */
  counted: string
  words: Readonly<Record<Age, string>>
  ages: readonly { age: Age; count: number; cents: number }[]
  chosen: Age | undefined
  onChoose: (age: Age | undefined) => void
}

/** Money that is due, by age. Each sum filters the list to its orders, or back to all. */
export function MoneyByAge<Age extends string>({
  label,
  counted,
  words,
  ages,
  chosen,
  onChoose,
}: MoneyByAgeProps<Age>) {
  return (
    <ul
      aria-label={label}
      className="mb-6 grid grid-cols-[repeat(auto-fit,minmax(140px,1fr))] gap-3 narrow:grid-cols-2 narrow:gap-2"
    >
      {ages.map(({ age, count, cents }) => (
        <li key={age}>
          <button
            type="button"
            aria-pressed={age === chosen}
            onClick={() => onChoose(age === chosen ? undefined : age)}
            className="grid w-full gap-1 rounded-control px-4 py-3 text-start shadow-hairline transition-shadow duration-(--fast) hover:shadow-hairline-strong aria-pressed:shadow-chosen narrow:px-3"
          >
            <span className="text-label text-muted">{words[age]}</span>
            <span className="font-semibold text-lead">{formatCents(cents)}</span>
            <span className="text-muted text-small">{plural(count, counted)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
