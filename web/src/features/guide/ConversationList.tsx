import { api } from '@laurel/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { openModal } from '../../app/modal-store.ts'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { day } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Note } from '../../parts/Note.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { type Conversation, guideQueries } from './guide.queries.ts'

type ConversationListProps = {
  onChoose: (id: number) => void
  /** The conversation was deleted. */
  onDeleted: (id: number) => void
}

/** Earlier conversations, to open, rename, delete, or download. */
export function ConversationList({ onChoose, onDeleted }: ConversationListProps) {
  const i18n = useTexts()
  const { data: conversations, error } = useQuery(guideQueries.list())
  const download = useMutation({
    mutationFn: async () => saveFile((await call(api.exportConversations)) as Blob, 'conversations.json'),
  })
  if (error) return <Note tone="bad">{formError(error)}</Note>
  if (conversations === undefined) return null
  if (conversations.length === 0) return <p className="text-muted">{i18n.t('No conversations yet.')}</p>
  return (
    <>
      <h3 className="text-h3">{i18n.t('Conversations')}</h3>
      <ul>
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            onChoose={onChoose}
            onDeleted={onDeleted}
          />
        ))}
      </ul>
      <div>
        <Button size="compact" isPending={download.isPending} onClick={() => download.mutate()}>
          {i18n.t('Download all')}
        </Button>
      </div>
      {download.error && <Note tone="bad">{formError(download.error)}</Note>}
      <p className="text-muted text-small">
        {i18n.t('We delete conversations you haven’t used for 90 days.')}
      </p>
    </>
  )
}

type ConversationRowProps = ConversationListProps & { conversation: Conversation }

function ConversationRow({ conversation, onChoose, onDeleted }: ConversationRowProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [isRenaming, setRenaming] = useState(false)
  const { id } = conversation
  const name = conversation.name || i18n.t('New conversation')
  const refresh = () => queryClient.invalidateQueries(guideQueries.list())

  const remove = () =>
    openModal('confirm-dialog', {
      title: i18n.t('Delete this conversation?'),
      text: i18n.t('This deletes “{name}” and all of its messages. Your orders and drafts stay.', { name }),
      confirm: i18n.t('Delete conversation'),
      cancel: i18n.t('Keep it'),
      danger: true,
      onConfirm: async () => {
        await call(api.deleteConversation, { params: { id } })
        onDeleted(id)
        await refresh()
      },
    })

  const renaming = useMutation({
    mutationFn: (name: string) => call(api.patchConversation, { params: { id }, body: { name } }),
    onSuccess: async () => {
      await refresh()
      setRenaming(false)
    },
  })

  function rename(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('name')).trim()
    if (typed === '') setRenaming(false)
    else renaming.mutate(typed)
  }

  return (
    <li className="flex items-center gap-1 border-line py-1.5 [&+li]:border-t">
      {isRenaming ? (
        <form onSubmit={rename} className="flex flex-1 flex-wrap items-center gap-2">
          <input
            name="name"
            defaultValue={conversation.name}
            maxLength={80}
            required
            // biome-ignore lint/a11y/noAutofocus: the person has just asked to rename it
            autoFocus
            aria-label={i18n.t('Conversation name')}
            className="min-h-11 min-w-0 flex-1 rounded-control bg-surface px-3 shadow-[inset_0_0_0_1px_var(--line-strong)]"
          />
          <Button type="submit" size="compact" isPending={renaming.isPending}>
            {i18n.t('Save name')}
          </Button>
          {renaming.error && (
            <p role="alert" className="w-full text-bad text-small">
              {formError(renaming.error)}
            </p>
          )}
        </form>
      ) : (
        <>
          <button
            type="button"
            onClick={() => onChoose(id)}
            className="min-h-11 min-w-0 flex-1 rounded-control px-2 text-start hover:bg-sunken"
          >
            <span className="block truncate font-medium">{name}</span>
            <span className="block text-muted text-small">{day(conversation.updatedAt)}</span>
          </button>
          <Button
            look="plain"
            size="round"
            aria-label={i18n.t('Rename {name}', { name })}
            onClick={() => setRenaming(true)}
          >
            <Icon of={Pencil} size={18} />
          </Button>
          <Button look="plain" size="round" aria-label={i18n.t('Delete {name}', { name })} onClick={remove}>
            <Icon of={Trash2} size={18} />
          </Button>
        </>
      )}
    </li>
  )
}
