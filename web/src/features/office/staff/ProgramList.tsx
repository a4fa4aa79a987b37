import { api } from '@laurel/contract/routes'
import { API_SCOPES } from '@laurel/domain/api-scopes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { useSave } from '../admin/use-save.ts'
import { ReadProblem, RowsLoading } from '../ListParts.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { day, moment } from '../times.ts'
import { type ApiCredential, staffQueries } from './staff.queries.ts'
import { SCOPE_WORDS } from './staff-words.ts'

export function ProgramList() {
  const { data, error, isFetching, refetch } = useQuery(staffQueries.programs())
  const [leaving, setLeaving] = useState<ApiCredential>()
  if (!data) {
    return error ? (
      <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />
    ) : (
      <RowsLoading label="Programs" />
    )
  }
  if (data.length === 0) {
    return (
      <EmptyState title="No program calls in yet">
        An accounting or HR system can read orders or the catalog by itself. Each gets a secret of its own.
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="max-w-[860px]">
        {data.map((program) => (
          <ProgramLine key={program.id} program={program} onLeave={() => setLeaving(program)} />
        ))}
      </ul>
      {leaving && <RevokeDialog program={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

function ProgramLine({ program, onLeave }: { program: ApiCredential; onLeave: () => void }) {
  const { name, username, scopes, createdAt, lastUsedAt, revokedAt } = program
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-2 border-line border-b py-4 last:border-b-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="font-semibold">{name}</b>
          {revokedAt ? <Tag>Revoked {day(revokedAt)}</Tag> : <Tag tone="good">Let in</Tag>}
        </p>
        <p className="wrap-anywhere text-muted text-small">
          {username}. Made {day(createdAt)}.{' '}
          {lastUsedAt ? `Last call ${moment(lastUsedAt)}.` : 'It has not called yet.'}
        </p>
        <ul className="mt-2 grid gap-0.5 text-label">
          {API_SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => (
            <li key={scope}>{SCOPE_WORDS[scope]}</li>
          ))}
        </ul>
      </div>
      {!revokedAt && (
        <Button size="compact" look="danger" onClick={onLeave} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      )}
    </li>
  )
}

function RevokeDialog({ program, onClose }: { program: ApiCredential; onClose: () => void }) {
  const revoke = useSave({
    save: (idempotencyKey) => call(api.revokeApiCredential, { params: { id: program.id }, idempotencyKey }),
    done: `${program.name} is out`,
    onDone: onClose,
  })
  return (
    <OfficeDialog
      title={`Revoke ${program.name}?`}
      lead={<p>Its next call is refused. It cannot be let in again with the same secret.</p>}
      submit="Revoke"
      isDanger
      isPending={revoke.isPending}
      problem={revoke.error}
      onSubmit={() => revoke.mutate()}
      onClose={onClose}
    />
  )
}
