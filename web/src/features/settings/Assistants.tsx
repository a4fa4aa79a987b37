import { api } from '@laurel/contract/routes'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { formError } from '../../app/api-problem.ts'
import { type AnswerOf, call } from '../../app/call.ts'
import { openModal } from '../../app/modal-store.ts'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { day, moment } from '../../parts/format.ts'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

type Assistant = AnswerOf<'listAssistants'>[number]

const assistantsQuery = () =>
  queryOptions({ queryKey: ['assistants'], queryFn: () => call(api.listAssistants), staleTime: 0 })

/** The AI assistants that act for this account, and the address to connect others (docs/mcp.md). */
export function Assistants() {
  const i18n = useTexts()
  const { data: assistants, error, isFetching, refetch } = useQuery(assistantsQuery())
  const content = useFocusAfterRemoval(assistants?.length ?? 0)
  return (
    <div ref={content} className="grid gap-6">
      {assistants === undefined && (error === null || isFetching) && (
        <Loading label={i18n.t('Loading your assistants')}>
          <Skeleton className="h-5 w-2/3" />
        </Loading>
      )}
      {assistants === undefined && error && !isFetching && (
        <Note
          tone="warn"
          action={
            <Button size="compact" onClick={() => refetch()}>
              {i18n.t('Try again')}
            </Button>
          }
        >
          {formError(error)}
        </Note>
      )}
      {assistants?.length === 0 && <p className="text-muted">{i18n.t('No assistants connected yet.')}</p>}
      {assistants !== undefined && assistants.length > 0 && (
        <ul>
          {assistants.map((assistant) => (
            <Row key={assistant.id} assistant={assistant} />
          ))}
        </ul>
      )}
      <CopyField label={i18n.t('Address for assistants')} value={`${window.location.origin}/api/v1/mcp/`} />
    </div>
  )
}

function Row({ assistant }: { assistant: Assistant }) {
  const i18n = useTexts()
  const { host, company, createdAt, lastUsedAt } = assistant
  const name = assistant.name || i18n.t('Unnamed assistant')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p>
          <b className="break-words font-semibold">{name}</b>
        </p>
        <p className="break-words text-muted">
          {host ?? i18n.t('On a computer')} · {company}
        </p>
        <p className="text-muted text-small">
          {i18n.t('Connected {date}', { date: day(createdAt) })} ·{' '}
          {lastUsedAt === null
            ? i18n.t('Not used yet')
            : i18n.t('Last used {date}', { date: moment(lastUsedAt) })}
        </p>
      </div>
      <Disconnect id={assistant.id} name={name} />
    </li>
  )
}

function Disconnect({ id, name }: { id: number; name: string }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()

  function ask() {
    let isDisconnected = false
    openModal(
      'confirm-dialog',
      {
        title: i18n.t('Disconnect {name}?', { name }),
        text: i18n.t('It loses access right away. To use it again, connect it again.'),
        confirm: i18n.t('Disconnect assistant'),
        cancel: i18n.t('Keep assistant'),
        danger: true,
        onConfirm: async () => {
          await call(api.disconnectAssistant, { params: { id } })
          isDisconnected = true
        },
      },
      {
        onClose: () => {
          if (!isDisconnected) return
          void queryClient.invalidateQueries({ queryKey: assistantsQuery().queryKey })
          showToast({ tone: 'plain', title: i18n.t('{name} was disconnected', { name }) })
        },
      },
    )
  }

  return (
    <Button aria-label={i18n.t('Disconnect {name}', { name })} onClick={ask}>
      {i18n.t('Disconnect')}
    </Button>
  )
}
