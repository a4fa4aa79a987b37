import { api } from '@laurel/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon } from 'lucide-react'
import { type AnswerOf, call } from '../../app/call.ts'
import { Button } from '../../parts/Button.tsx'
import { capitalized } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Spinner } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'

/** What the server is connected to. Settings are changed on the server, so this only says which. */
export function ServerCard({ token }: { token: string }) {
  const read = useQuery({
    queryKey: ['setup', token, 'server'],
    queryFn: () => call(api.checkServer, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section aria-labelledby="this-server" className="rounded-panel bg-sunken p-6">
      <div className="flex items-center justify-between gap-3">
        <h2 id="this-server" className="text-h3">
          This server
        </h2>
        {read.data && (
          <Button look="link" isPending={read.isFetching} onClick={() => read.refetch()}>
            Check again
          </Button>
        )}
      </div>
      {read.data ? (
        <ul className="mt-1">
          {read.data.map((check) => (
            <CheckLine key={check.name} check={check} />
          ))}
        </ul>
      ) : read.error ? (
        <ReadProblem read={read} className="mt-3" />
      ) : (
        <Spinner />
      )}
    </section>
  )
}

type Check = AnswerOf<'checkServer'>[number]

const STATES: Record<Check['state'], { icon: LucideIcon; color: string; word: string }> = {
  ready: { icon: CircleCheck, color: 'text-good', word: 'Ready' },
  off: { icon: CircleDashed, color: 'text-muted', word: 'Off' },
  wrong: { icon: CircleAlert, color: 'text-bad', word: 'Wrong' },
}

function CheckLine({ check: { name, state, means } }: { check: Check }) {
  const { icon, color, word } = STATES[state]
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2.5 border-line border-t py-2.5 first:border-t-0">
      <Icon of={icon} size={18} className={`mt-0.5 ${color}`} />
      <b className="font-medium">{name}</b>
      <span className={`text-small ${color}`}>{word}</span>
      <p className="col-span-2 col-start-2 wrap-anywhere text-muted text-small">{capitalized(means)}</p>
    </li>
  )
}
