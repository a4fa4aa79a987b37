import { api } from '@laurel/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { useSite } from '../../../app/site.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { ReadProblem } from '../ReadProblem.tsx'
import { RowsLoading } from '../RowsLoading.tsx'
import { DeskHead } from '../shell/DeskHead.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditRows } from './AuditRows.tsx'
import { auditQueries, soughtOf } from './audit.queries.ts'
import type { AuditSearch } from './audit-search.ts'
import { ChainCheck } from './ChainCheck.tsx'

/** What happened, who did it, and the proof that nothing was changed since. */
export function AuditScreen({ search }: { search: AuditSearch }) {
  const navigate = useNavigate()
  const { timeZone } = useSite()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    auditQueries.page(search, timeZone),
  )
  const isFiltered = Object.keys(search).some((name) => name !== 'before')
  const go = (before: string | undefined) => {
    const { before: _, ...sought } = search
    void navigate({ to: '/office/audit', search: { ...sought, ...(before && { before }) } })
  }

  return (
    <>
      <DeskHead
        title="Audit trail"
        text="Each entry carries the seal of the one before: none is changed or taken out unseen."
      >
        <ExportButton search={search} timeZone={timeZone} />
      </DeskHead>
      <ChainCheck />
      <AuditFilters key={JSON.stringify(search)} search={search} problem={error} />
      <div className={`mt-6 ${isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={isPlaceholderData}>
        <h2 className="sr-only">Entries found</h2>
        {!data && error && formError(error) && (
          <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />
        )}
        {!data && !error && <RowsLoading label="Entries" />}
        {data && data.results.length > 0 && <AuditRows entries={data.results} />}
        {data?.results.length === 0 && (
          <EmptyState title={isFiltered ? 'No entry fits' : 'Nothing is written down yet'}>
            {isFiltered
              ? 'What, who and about must be whole: “order 10475”, “customer:5”.'
              : 'The first thing somebody does here shows at once.'}
          </EmptyState>
        )}
        {data && (search.before || data.older) && (
          <nav aria-label="Pages of the trail" className="mt-5 flex justify-end gap-3">
            {search.before && (
              <Button size="compact" onClick={() => go(undefined)}>
                Newest
              </Button>
            )}
            <Button
              size="compact"
              isDisabled={data.older === null}
              onClick={() => go(data.older ?? undefined)}
            >
              Older
            </Button>
          </nav>
        )}
      </div>
    </>
  )
}

function ExportButton({ search, timeZone }: { search: AuditSearch; timeZone: string }) {
  const [isPending, setPending] = useState(false)
  async function save() {
    setPending(true)
    try {
      const file = await call(api.exportAudit, { query: soughtOf(search, timeZone) })
      saveFile(file as unknown as Blob, 'audit.csv')
    } catch (cause) {
      showToast({
        tone: 'bad',
        title: 'The file did not come',
        text: formError(cause) ?? 'Try again in a moment.',
      })
    }
    setPending(false)
  }
  return (
    <Button onClick={() => void save()} isPending={isPending}>
      <Icon of={Download} />
      Export CSV
    </Button>
  )
}
