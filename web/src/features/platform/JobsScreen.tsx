import { api } from '@laurel/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../app/call.ts'
import { showFailure, showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { count, moment, plural } from '../../parts/format.ts'
import { Cell, Table } from '../../parts/Table.tsx'
import type { Column } from '../../parts/table-columns.ts'
import { useSorted } from '../../parts/use-sorted.ts'
import { PlatformScreen } from './PlatformScreen.tsx'
import { platformQueries } from './platform.queries.ts'

const COLUMNS: readonly (string | Column)[] = [
  { title: 'Queue', sort: 'name' },
  { title: 'Waiting', isNumber: true, sort: '-waiting' },
  { title: 'Running', isNumber: true, sort: '-running' },
  { title: 'Failed', isNumber: true, sort: '-failed' },
  { title: 'Oldest waiting since', sort: 'oldest' },
  { title: 'Actions', isUnseen: true },
]

type Queue = AnswerOf<'listPlatformQueues'>[number]
const SORTED_BY = {
  name: ({ name }: Queue) => name,
  waiting: ({ waiting }: Queue) => waiting,
  running: ({ running }: Queue) => running,
  failed: ({ failed }: Queue) => failed,
  oldest: ({ oldestWaitingAt }: Queue) => oldestWaitingAt,
}

/** The queues of all sites. */
export function JobsScreen() {
  const queryClient = useQueryClient()
  const read = useQuery(platformQueries.queues())
  const { rows, ...sorting } = useSorted(read.data ?? [], SORTED_BY)
  const retry = useMutation({
    mutationFn: (queue: string) => call(api.retryPlatformJobs, { body: { queue } }),
    onSuccess: async ({ retried }) => {
      await queryClient.invalidateQueries({ queryKey: ['platform', 'queues'] })
      showToast({ title: `Retrying ${plural(retried, 'job')}` })
    },
    onError: (cause) => showFailure('We couldn’t retry the jobs', cause),
  })
  return (
    <PlatformScreen title="Jobs" read={read}>
      {() =>
        rows.length === 0 ? (
          <p className="mt-6 text-muted">No jobs. Waiting, running, and failed jobs appear here.</p>
        ) : (
          <Table stacks aria-label="Queues" className="mt-4" columns={COLUMNS} {...sorting}>
            {rows.map(({ name, waiting, running, failed, oldestWaitingAt }) => (
              <tr key={name}>
                <Cell className="font-semibold">{name}</Cell>
                <Cell isNumber>{count(waiting)}</Cell>
                <Cell isNumber className="narrow:hidden">
                  {count(running)}
                </Cell>
                <Cell isNumber className={failed > 0 ? 'font-semibold text-bad' : ''}>
                  {count(failed)}
                </Cell>
                <Cell className="narrow:hidden">{oldestWaitingAt && moment(oldestWaitingAt)}</Cell>
                <Cell className="w-0 narrow:w-auto narrow:justify-self-end">
                  {failed > 0 && (
                    <Button
                      size="compact"
                      aria-label={`Retry failed jobs of ${name}`}
                      isPending={retry.isPending && retry.variables === name}
                      onClick={() => retry.mutate(name)}
                    >
                      Retry
                    </Button>
                  )}
                </Cell>
              </tr>
            ))}
          </Table>
        )
      }
    </PlatformScreen>
  )
}
