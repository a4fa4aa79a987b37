import { api } from '@laurel/contract/routes'
import type { RewardType } from '@laurel/domain/reward-type'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formError } from '../../../../app/api-problem.ts'
import { call } from '../../../../app/call.ts'
import { translated, useTexts } from '../../../../app/texts.ts'
import { showFailure, showToast } from '../../../../app/toast-store.ts'
import { Button } from '../../../../parts/Button.tsx'
import { moment } from '../../../../parts/format.ts'
import { Icon } from '../../../../parts/Icon.tsx'
import { inText, SLOT } from '../../../../parts/in-text.tsx'
import { Note } from '../../../../parts/Note.tsx'
import { Progress } from '../../../../parts/Progress.tsx'
import { refreshList } from '../recipients-cache.ts'
import { FailedStrip, FinishedStrip, ReadingStrip, STRIP, WaitingStrip } from './import-notices.tsx'
import { importName, stillNeeding } from './import-words.ts'
import { MappingPanel } from './MappingPanel.tsx'
import {
  type Importing,
  importQueries,
  isRunning,
  type RecipientImport,
  sentSentence,
  startImport,
} from './use-import.ts'

type ImportStripsProps = Omit<ImportStripProps, 'id'>

/** The imports in progress and the last report. */
export function ImportStrips(props: ImportStripsProps) {
  const { importing } = props
  return (
    <>
      <SendingStrip importing={importing} />
      {importing.shown.map((id) => (
        <ImportStrip key={id} {...props} id={id} />
      ))}
    </>
  )
}

function SendingStrip({ importing: { sending, stop } }: { importing: Importing }) {
  const i18n = useTexts()

  if (sending.step === 'none') return null
  if (sending.step === 'sending') return <OnItsWay sending={sending} onStop={stop} />
  return (
    <Note
      tone="bad"
      className="mb-4"
      action={
        <span className="flex gap-2">
          <Button size="compact" onClick={sending.again}>
            {i18n.t('Try again')}
          </Button>
          <Button size="compact" look="plain" onClick={stop}>
            {i18n.t('Close')}
          </Button>
        </span>
      }
    >
      <b className="font-semibold">{sending.name}:</b> {translated(i18n, sending.message)}{' '}
      {i18n.t('No one was added.')}
    </Note>
  )
}

type OnItsWayProps = { sending: Extract<Importing['sending'], { step: 'sending' }>; onStop: () => void }

function OnItsWay({ sending, onStop }: OnItsWayProps) {
  const i18n = useTexts()
  const { name, bytes, sentBytes } = sending
  return (
    <div className={STRIP}>
      <span className="sr-only">
        <span role="status">{i18n.t('Uploading {name}.', { name })}</span>
      </span>
      <Icon of={FileSpreadsheet} size={24} className="text-accent-text" />
      <p className="min-w-0 wrap-anywhere">
        <b className="font-semibold">{name}</b>{' '}
        <span className="text-muted tabular-nums">{sentSentence(sending)}</span>
      </p>
      <Button look="link" isPending={sending.isStopping} onClick={onStop}>
        {i18n.t('Cancel')}
      </Button>
      <div className="col-span-full col-start-2">
        <Progress label={i18n.t('Uploading {name}', { name })} done={sentBytes} total={bytes} />
      </div>
    </div>
  )
}

type ImportStripProps = {
  id: number
  itemId: number
  rewardType: RewardType
  /** Whether the list has people already. */
  hasPeople: boolean
  importing: Importing
  /** How many people of the whole list need attention, and when they were counted. */
  list: { attentionCount: number; countedAt: number }
  /** Filters the list to people who need attention. */
  onShowAttention: () => void
}

/** How often the list is refreshed during an import. */
const SHOW_EVERY_MS = 2_500

/** One import in any state. */
function ImportStrip(props: ImportStripProps) {
  const { id, itemId, importing, rewardType, hasPeople, list } = props
  const { data: one, dataUpdatedAt } = useQuery(importQueries.one(id))
  const [isLeft, setLeft] = useState(false)
  const cancel = useCancel(id, importing)
  useFreshList(itemId, one)
  if (!one) return null

  switch (one.state) {
    case 'mapping':
      if (isLeft) return <WaitingStrip one={one} onLook={() => setLeft(false)} onCancel={cancel.mutate} />
      if (one.repeats && one.mappingIsSure) {
        return <SameFileQuestion one={one} importing={importing} onCancel={cancel.mutate} />
      }
      return (
        <MappingPanel
          one={one}
          rewardType={rewardType}
          hasPeople={hasPeople}
          importing={importing}
          onLeave={() => setLeft(true)}
          onCancel={cancel.mutate}
        />
      )
    case 'queued':
    case 'reading':
      return <ReadingStrip one={one} isCanceling={cancel.isPending} onCancel={cancel.mutate} />
    case 'finished':
      return (
        <FinishedStrip
          one={one}
          still={list.countedAt > dataUpdatedAt ? stillNeeding(one, list) : one.rowsNeedingAttention}
          onClose={() => importing.close(id)}
          onShowAttention={props.onShowAttention}
        />
      )
    case 'failed':
      return <FailedStrip one={one} onClose={() => importing.close(id)} />
    case 'cancelled':
      return null
  }
}

function useCancel(id: number, importing: Importing) {
  const i18n = useTexts()

  return useMutation({
    mutationFn: () => call(api.cancelImport, { params: { id }, body: {} }),
    onSuccess: async (now) => {
      await importing.take(now)
      importing.close(id)
      showToast({
        tone: 'plain',
        title: i18n.t('{name} was skipped', { name: importName(now) }),
        text: i18n.t('Your list hasn’t changed.'),
      })
    },
    onError: (cause) => {
      showFailure(i18n.t('We couldn’t cancel that'), cause)
    },
  })
}

/** Refreshes the list from time to time during an import, and at its end. */
function useFreshList(itemId: number, one: RecipientImport | undefined): void {
  const queryClient = useQueryClient()
  const shownAt = useRef(0)
  const wasRunning = useRef(false)
  const isReading = isRunning(one?.state)
  const rows = one?.rowsAdded ?? 0
  useEffect(() => {
    if (isReading) {
      wasRunning.current = true
      if (rows === 0 || Date.now() - shownAt.current < SHOW_EVERY_MS) return
      shownAt.current = Date.now()
    } else {
      if (!wasRunning.current) return
      wasRunning.current = false
      void queryClient.invalidateQueries({ queryKey: importQueries.of(itemId).queryKey })
    }
    void refreshList(queryClient, itemId)
  }, [queryClient, itemId, isReading, rows])
}

type SameFileQuestionProps = { one: RecipientImport; importing: Importing; onCancel: () => void }

/** Asks before importing the same file twice. */
function SameFileQuestion({ one, importing, onCancel }: SameFileQuestionProps) {
  const i18n = useTexts()
  const start = useMutation({ mutationFn: () => startImport(one.id, importing, { again: true }) })
  return (
    <Note
      tone="warn"
      className="mb-4"
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="compact" isPending={start.isPending} onClick={() => start.mutate()}>
            {i18n.t('Add them again')}
          </Button>
          <Button size="compact" look="plain" onClick={onCancel}>
            {i18n.t('Skip file')}
          </Button>
        </span>
      }
    >
      <p role="status">
        {inText(
          one.repeats
            ? i18n.t('{name} has been on this list since {time}.', {
                name: SLOT,
                time: moment(one.repeats.finishedAt),
              })
            : i18n.t('{name} is already on this list.', { name: SLOT }),
          <b className="font-semibold">{importName(one)}</b>,
        )}{' '}
        {i18n.t('Add them all again, so each person gets two cards?')}
      </p>
      {start.error && (
        <p className="mt-1 text-bad">{formError(start.error) ?? i18n.t('That didn’t work.')}</p>
      )}
    </Note>
  )
}
