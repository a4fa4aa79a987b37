import { api } from '@laurel/contract/routes'
import type { RewardType } from '@laurel/domain/reward-type'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formError } from '../../../../app/api-problem.ts'
import { call } from '../../../../app/call.ts'
import { showToast } from '../../../../app/toast-store.ts'
import { refreshList } from '../recipients-cache.ts'
import { importQueries, isRunning, type RecipientImport } from './import.queries.ts'
import { FailedStrip, FinishedStrip, ReadingStrip, WaitingStrip } from './import-strips.tsx'
import { stillNeeding } from './import-words.ts'
import { MappingPanel } from './MappingPanel.tsx'
import { SameFileQuestion } from './SameFileQuestion.tsx'
import type { Importing } from './use-import.ts'

export type ImportAtHandProps = {
  id: number
  itemId: number
  rewardType: RewardType
  /** Whether anybody is on the list already. */
  hasPeople: boolean
  importing: Importing
  /** How many of the whole list need attention, and when they were counted. */
  list: { attentionCount: number; countedAt: number }
  /** Leaves only who needs attention in view. */
  onShowAttention: () => void
}

/** How often a list is shown anew while rows join it. */
const SHOW_EVERY_MS = 2_500

/** One import, whatever it waits for: an answer, the server, or to be read and put away. */
export function ImportAtHand(props: ImportAtHandProps) {
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
      return <ReadingStrip one={one} isCancelling={cancel.isPending} onCancel={cancel.mutate} />
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
  return useMutation({
    mutationFn: () => call(api.cancelImport, { params: { id }, body: {} }),
    onSuccess: async (now) => {
      await importing.take(now)
      importing.close(id)
      showToast({ tone: 'plain', title: `${nameOf(now)} is left out`, text: 'The list is as before.' })
    },
    onError: (cause) => {
      console.error('Failed to cancel an import', cause)
      showToast({ tone: 'bad', title: 'We couldn’t cancel that', text: formError(cause) ?? 'Try again.' })
    },
  })
}

/** Rows join the list as they are read: it is shown anew now and then, and at the end. */
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

function nameOf({ fileName }: RecipientImport): string {
  return fileName || 'Pasted rows'
}
