import { api } from '@laurel/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callEvents } from '../../app/call.ts'
import { toCamel } from '../../app/case.ts'
import { type Block, guideQueries, type Message } from './guide.queries.ts'
import { readEvents } from './read-events.ts'

const TRIES = 5
const FIRST_PAUSE_MS = 400

/** The answer that’s being written, as far as it has arrived. Continues after a reload or a lost connection. */
export function useAnswer(conversationId: number | undefined, last: Message | undefined): readonly Block[] {
  const queryClient = useQueryClient()
  const [live, setLive] = useState<{ id: number; content: readonly Block[] }>()
  const answeringId = last?.state === 'answering' ? last.id : undefined

  useEffect(() => {
    if (conversationId === undefined || answeringId === undefined) return
    const left = new AbortController()
    void follow(conversationId, left.signal, (change) =>
      setLive((before) => ({
        id: answeringId,
        content: change(before?.id === answeringId ? before.content : []),
      })),
    ).then(() => {
      if (!left.signal.aborted) return queryClient.invalidateQueries(guideQueries.messages(conversationId))
    })
    return () => left.abort()
  }, [conversationId, answeringId, queryClient])

  return live !== undefined && live.id === answeringId ? live.content : (last?.content ?? [])
}

type Change = (change: (content: readonly Block[]) => readonly Block[]) => void

async function follow(id: number, signal: AbortSignal, onChange: Change): Promise<void> {
  let after: string | undefined
  for (let tries = 0; tries < TRIES && !signal.aborted; tries += 1) {
    try {
      const body = await callEvents(api.streamAnswer, { params: { id }, query: { after }, signal })
      for await (const { id: eventId, event, data } of readEvents(body)) {
        if (signal.aborted || event === 'done') return
        after = eventId
        onChange((content) => withEvent(content, toCamel(JSON.parse(data)) as StreamedBlock))
      }
    } catch {
      // The connection was lost. Continue after the last event.
    }
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** tries))
  }
}

type StreamedBlock = {
  contentBlockIndex: number
  contentBlockDeltaIndex?: number
  text?: string
  contentBlock?: Block
}

function withEvent(
  content: readonly Block[],
  { contentBlockIndex: at, contentBlockDeltaIndex: from = 0, text, contentBlock }: StreamedBlock,
): readonly Block[] {
  const there = content[at]
  const known = there?.type === 'text' ? there.text : ''
  const block = contentBlock ?? { type: 'text' as const, text: known.slice(0, from) + (text ?? '') }
  return [...content.slice(0, at), block, ...content.slice(at + 1)]
}
