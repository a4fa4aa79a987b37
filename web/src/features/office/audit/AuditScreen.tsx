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
import { ReadProblem, RowsLoading } from '../ListParts.tsx'
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
        title="Audit log"
        text="Who did what, and when. Each entry is sealed, so a change or a removal shows."
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
          <EmptyState title={isFiltered ? 'No entries found' : 'No entries yet'}>
            {isFiltered
              ? 'Enter exact values, such as “order 10475”.'
              : 'Actions by your team and customers appear here.'}
          </EmptyState>
        )}
        {data && (search.before || data.older) && (
          <nav aria-label="Pages of the audit log" className="mt-5 flex justify-end gap-3">
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
        title: 'Download failed',
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
